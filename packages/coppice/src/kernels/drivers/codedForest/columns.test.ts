import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../../test/kit/forAll.js";
import { nominal, numeric } from "../../../testing/columns.js";
import { SoloTeam } from "../../team.js";
import { ColumnSorter } from "../sortColumn.js";
import { codeColumns } from "./columns.js";

/** Codes as numbers. */
function codesIn({ bytes, shift }: { readonly bytes: Uint8Array; readonly shift: number }): number[] {
  const own = bytes.slice().buffer;
  if (shift === 0) return [...bytes];
  return [...(shift === 1 ? new Uint16Array(own) : new Uint32Array(own))];
}

describe("columns as codes", () => {
  const team = new SoloTeam();
  const integers = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom(Number.NaN, -0, 0, 900, -900));
  const numbers = fc.oneof(integers, fc.constantFrom(0.5, -1e9, 1e-300, 1e300));

  const lists = fc.array(fc.oneof(integers, numbers), { minLength: 1, maxLength: 60 });
  itHolds("rank numbers as sorting does, by a table or not", 100, [lists], (list) => {
    const cells = Float64Array.from(list);
    const [coded] = codeColumns(team, [numeric("x", cells)], cells.length);
    const sorted = new ColumnSorter(new SoloTeam(), cells.length).sort(cells);
    expect(codesIn(coded)).toEqual(Array.from(sorted.codes));
    expect(Array.from(coded.values!)).toEqual(Array.from(sorted.values, (x) => x + 0));
    expect(coded.anyMissing).toBe(list.some(Number.isNaN));
    expect(coded.known).toBe(coded.values!.length);
  });

  itHolds(
    "keep levels, missing after the last, in as few bytes as they fit",
    40,
    [fc.constantFrom(0, 1, 255, 256, 65_535, 65_536), fc.array(fc.nat())],
    (count, drawn) => {
      const codes = [-1, ...drawn.map((code) => (count === 0 ? -1 : code % count))];
      const column = nominal("x", new Array(count).fill("a"), codes);
      const [coded] = codeColumns(team, [column], codes.length);
      expect(codesIn(coded)).toEqual(codes.map((code) => (code < 0 ? count : code)));
      const shift = count < 256 ? 0 : count < 65_536 ? 1 : 2;
      expect(coded).toMatchObject({ known: count, anyMissing: true, shift });
    },
  );

  it("have two bytes from 256 numbers on", () => {
    const many = Float64Array.from({ length: 600 }, (_, i) => (i * 7) % 300);
    const [few, more] = codeColumns(
      team,
      [many.map((x) => x % 255), many].map((x) => numeric("x", x)),
      600,
    );
    expect([few.shift, few.known, more.shift, more.known]).toEqual([0, 255, 1, 300]);
    expect(codesIn(more)).toEqual(Array.from(many));
  });
});
