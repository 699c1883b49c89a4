import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../test/kit/draws.js";
import { RecordCutter } from "./recordCutter.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (part: Uint8Array | undefined) => (part ? new TextDecoder().decode(part) : undefined);
const COMMA = 44;

function cut(pieces: readonly string[], delimiter?: number): string[] {
  const cutter = new RecordCutter(delimiter);
  const found: string[] = [];
  for (const piece of pieces) {
    cutter.push(bytes(piece));
    for (let next = cutter.take(1); next; next = cutter.take(1)) found.push(text(next.bytes)!);
  }
  const last = cutter.finish();
  return last ? [...found, text(last.bytes)!] : found;
}

it("a cutter of records takes a line break within quotes as part of a cell, and quotes within a cell as they are", () => {
  expect(cut(['a,"b\nc",d\n5" pipe,x\ny,"say ""hi\n"""\n'], COMMA)).toEqual([
    'a,"b\nc",d\n',
    '5" pipe,x\n',
    'y,"say ""hi\n"""\n',
  ]);
});

it("a cutter of records without a delimiter takes every line for one", () => {
  expect(cut(['{"a":"x"}\n{"a":"', 'y"}'])).toEqual(['{"a":"x"}\n', '{"a":"y"}']);
});

it("a cutter of records gives the same records however the bytes arrive", () => {
  const whole = 'x,y\n1,"two\nlines"\n"3,""4""",5\r\n6,7';
  const wanted = cut([whole], COMMA);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 6 }), (cuts) => {
      const ends = [...cuts.sort((a, b) => a - b), whole.length];
      const pieces = ends.map((end, i) => whole.slice(i === 0 ? 0 : ends[i - 1], end));
      expect(cut(pieces, COMMA)).toEqual(wanted);
    }),
    { ...draws(100), seed: 1 },
  );
});

it("a cutter of records takes no more than asked for, and nothing of blank ends", () => {
  const cutter = new RecordCutter(COMMA);
  cutter.push(bytes("a\nb\nc\n\r\n"));
  expect(cutter.take(2)).toMatchObject({ count: 2 });
  expect(cutter.take(9)).toMatchObject({ count: 2 });
  expect(cutter.finish()).toBeUndefined();
});
