import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { divided } from "../../../test/kit/divided.js";
import { draws } from "../../../test/kit/draws.js";
import type { KernelBinary } from "../../kernels/binary.js";
import { fastRowsTuning } from "../../kernels/drivers/csvRows.js";
import { useKernels } from "../../kernels/support.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import type { ColumnType } from "../../table/schema.js";
import { bytesOf } from "../bytes.js";
import { readFormat } from "../read.js";

const { part } = fastRowsTuning;

afterEach(() => {
  useKernels(true);
  fastRowsTuning.part = part;
});

/** Runs what several threads would do one after the other: parts of a chunk do not wait for each other. */
function inTurn(threads: number): Team {
  const solo = new SoloTeam();
  const run = (binary: KernelBinary, entry: string, ...args: number[]) => {
    for (let thread = 0; thread < threads; thread++) solo.kernel(binary)[entry](thread, threads, ...args);
  };
  const begin: Team["begin"] = (...job) => run.bind(undefined, ...job);
  return { size: threads, threads, heap: solo.heap, kernel: (binary) => solo.kernel(binary), run, begin };
}

/** Ways to write numbers, and things that only look like numbers. */
const numberLike = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }).map((x) => x.toPrecision(6)),
  fc.integer().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  fc.stringMatching(/^[+-]?[0-9]{0,9}(\.[0-9]{0,9})?$/),
  fc.constantFrom(..."-0 +0 0.0000000 -.5 5. . - 1e400 1e-400 1e22 7E-3 0x1f ١".split(" ")),
  fc.constantFrom(
    ..."9007199254740993 0.1234567 0.12345678 1234567.7654321 00000001 1..2 1.2.3 --1".split(" "),
  ),
);
const awkward = fc.constantFrom(
  ...["", " ", "\t", " 7 ", '"', '""', ' "2" ', '"q""q"', '"l\nl"', "\ufeff", "x y", "\0"],
  ...'? NA nan NaN a é 🌟 Infinity "x" "x"y "1.5" "a,b" "u 5"'.split(" "),
);
const cell = fc.oneof({ weight: 6, arbitrary: numberLike }, { weight: 1, arbitrary: awkward });
const gap = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r", "\n\n");

const types = fc.constantFrom<ColumnType | undefined>("numeric", "numeric", "numeric", undefined, "nominal");

/** Lines that mostly have as many cells as the header. */
const documents = fc.integer({ min: 1, max: 5 }).chain((width) => {
  const whole = fc.array(cell, { minLength: width, maxLength: width });
  const ragged = fc.array(cell, { maxLength: width + 1 });
  const line = fc.oneof({ weight: 30, arbitrary: whole }, { weight: 1, arbitrary: ragged });
  return fc.record({
    width: fc.constant(width),
    lines: fc.array(fc.tuple(line, gap), { maxLength: 14 }),
    delimiter: fc.constantFrom(",", ",", ",", ";", "\t", " ", "e", "0"),
    types: fc.array(types, { minLength: width, maxLength: width }),
    cuts: fc.array(fc.nat(300), { maxLength: 4 }),
    missing: fc.constantFrom<readonly string[] | undefined>(undefined, undefined, ["-9", "7"]),
  });
});

type Document = typeof documents extends fc.Arbitrary<infer D> ? D : never;

function encoded({ width, lines, delimiter }: Document): Uint8Array {
  const names = Array.from({ length: width }, (_, i) => `c${i}`).join(delimiter);
  const body = lines.map(([cells, end]) => cells.join(delimiter) + end).join("");
  return new TextEncoder().encode(`${names}\n${body}`);
}

/** The table, or the error as data. */
async function outcome(document: Document, bytes: Uint8Array, team?: Team) {
  const { delimiter, types, cuts, missing } = document;
  const named = types.flatMap((type, i) => (type ? ([[`c${i}`, type]] as const) : []));
  const options = { delimiter, types: new Map(named), ...(missing && { missing }), ...(team && { team }) };
  const read = readFormat("csv", divided("t.csv", bytes, cuts), options);
  return read.then(({ table, warnings }) => ({ table, warnings })).catch((error) => error.toJSON());
}

/** Rows before those under test, more than the sample for the delimiter: after it rows take the fast path. */
function preceded(document: Document, bytes: Uint8Array): Uint8Array {
  const row = `${Array.from({ length: document.width }, () => "1".repeat(300)).join(document.delimiter)}\n`;
  const head = bytes.indexOf(10) + 1;
  const rows = new TextEncoder().encode(row.repeat(Math.ceil(66_000 / row.length)));
  return new Uint8Array(Buffer.concat([bytes.subarray(0, head), rows, bytes.subarray(head)]));
}

test("hostile lines give the same table, or the same error, with the kernel, in parts, and without it", async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const bytes = preceded(document, encoded(document));
      const moved = { ...document, cuts: document.cuts.map((cut) => bytes.length - (cut % 300)) };
      useKernels(true);
      const fast = await outcome(moved, bytes);
      fastRowsTuning.part = 4;
      const inParts = await outcome(moved, bytes, inTurn(3));
      useKernels(false);
      const slow = await outcome(moved, bytes);
      expect(fast).toEqual(slow);
      expect(inParts).toEqual(slow);
    }),
    draws(500),
  );
});

test("numbers in any notation are identical to Number's", async () => {
  const fixed = fc
    .tuple(fc.integer({ min: -(10 ** 7), max: 10 ** 7 }), fc.nat(9_999_999), fc.nat(7))
    .map(([whole, part, digits]) => (digits ? `${whole}.${String(part).slice(0, digits)}` : String(whole)));
  const shortest = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
  const cells = fc.sample(fc.oneof(fixed, shortest), { numRuns: 20_000, seed: 5 });
  const bytes = new TextEncoder().encode(`a,b\n${cells.map((text) => `${text},${text}\n`).join("")}`);
  const types = new Map<string, ColumnType>([["a", "numeric"]]);
  const { table } = await readFormat("csv", bytesOf("t.csv", bytes), { types });
  const numbers = Float64Array.from(cells, Number);
  for (const column of table.columns) {
    expect(column.type).toBe("numeric");
    if (column.type === "numeric") expect(column.values.every((x, i) => Object.is(x, numbers[i]))).toBe(true);
  }
});
