import fc from "fast-check";
import type { Tally, TargetFacts } from "../src/engine/port.js";
import { matrix } from "./kit/matrix.js";

/** A tally written by hand: the class weights of each code that occurs, and of the missing values. */
export function tallyOf(
  cells: readonly (readonly number[])[],
  { codes, missing }: { readonly codes?: readonly number[]; readonly missing?: readonly number[] } = {},
): Tally {
  return {
    attribute: 0,
    codes: Int32Array.from(codes ?? cells.keys()),
    cells: Float64Array.from(cells.flat()),
    missing: Float64Array.from(missing ?? cells[0].map(() => 0)),
  };
}

/** A row as counted in one attribute's tally: the attribute's code, the target in units, the weight. */
export interface CodedRow {
  readonly code: number;
  readonly y: number;
  readonly weight: number;
}

export const codedRows = (codes: number, weight: fc.Arbitrary<number>): fc.Arbitrary<CodedRow[]> =>
  fc.array(fc.record({ code: fc.nat({ max: codes - 1 }), y: fc.integer({ min: -9, max: 9 }), weight }), {
    minLength: 1,
    maxLength: 25,
  });

/** Such rows from a text: `codedRowsOf("0 3 2; 4 -5 0.5")` has two. */
export const codedRowsOf = (text: string): CodedRow[] =>
  matrix(text).map(([code, y, weight]) => ({ code, y, weight }));

/** Weight, Σu and Σu² by code. */
export function momentTallyOf(rows: readonly CodedRow[]): Tally {
  const codes = ascending(rows.map((row) => row.code));
  const sum = (code: number, of: (row: CodedRow) => number) =>
    rows.reduce((total, row) => (row.code === code ? total + of(row) : total), 0);
  const cells = codes.map((code) => [
    sum(code, ({ weight }) => weight),
    sum(code, ({ weight, y }) => weight * y),
    sum(code, ({ weight, y }) => weight * y * y),
  ]);
  return tallyOf(cells, { codes });
}

/** The weights of target ranks by code, with the target they rank. */
export function rankTallyOf(rows: readonly CodedRow[]): { tally: Tally; target: TargetFacts } {
  const codes = ascending(rows.map((row) => row.code));
  const units = ascending(rows.map((row) => row.y));
  const ranked = codes.map((code) => {
    const here = rows.filter((row) => row.code === code);
    const weightOf = (y: number) => here.reduce((sum, row) => (row.y === y ? sum + row.weight : sum), 0);
    return ascending(here.map((row) => row.y)).map((y) => ({ rank: units.indexOf(y), weight: weightOf(y) }));
  });
  const pairs = {
    ranks: Int32Array.from(ranked.flat(), ({ rank }) => rank),
    weights: Float64Array.from(ranked.flat(), ({ weight }) => weight),
    starts: Int32Array.from([0, ...ranked.map((_, c) => ranked.slice(0, c + 1).flat().length)]),
  };
  const tally = {
    ...tallyOf(
      codes.map(() => []),
      { codes },
    ),
    pairs,
  };
  return { tally, target: { kind: "values", center: 0, denominator: 1, units: Float64Array.from(units) } };
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
