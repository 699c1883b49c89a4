import { select } from "../../base/select.js";
import type { Problem } from "../../engine/problem.js";
import type { Column } from "../../table/column.js";

/** Every row's weight, and for classification its class, as the counts below need them. */
export type Counted = Pick<Problem, "rows" | "weights">;

export const isMissing = (column: Column, row: number): boolean =>
  column.type === "numeric" ? Number.isNaN(column.values[row]) : column.codes[row] < 0;

export function hasMissing(column: Column): boolean {
  return column.type === "numeric"
    ? column.values.some((value) => Number.isNaN(value))
    : column.codes.some((code) => code < 0);
}

/** The known cells of a column among some rows, ascending, with their weights. */
export function distribution(
  column: Column,
  { rows, weights }: Counted,
  counts: (row: number) => boolean = () => true,
): [cell: number, weight: number][] {
  const cells = column.type === "numeric" ? column.values : column.codes;
  const sums = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    if (isMissing(column, row) || !counts(row)) continue;
    const cell = cells[row] + 0; // -0 is 0
    sums.set(cell, (sums.get(cell) ?? 0) + (weights === undefined ? 1 : weights[row]));
  }
  return [...sums].sort(([a], [b]) => a - b);
}

/**
 * The most likely value: the most frequent level (the first on a tie), or the median (the lower of two in the middle).
 * Most numbers occur once, so there is no mode; and a value of the data is invariant under changes of scale.
 */
export function likeliest(
  type: Column["type"],
  known: readonly (readonly [cell: number, weight: number])[],
): number | undefined {
  if (known.length === 0) return undefined;
  if (type !== "numeric") return known.reduce((best, pair) => (pair[1] > best[1] ? pair : best))[0];
  const total = known.reduce((sum, [, weight]) => sum + weight, 0);
  let below = 0;
  return known.find(([, weight]) => {
    below += weight;
    return 2 * below >= total;
  })![0];
}

function knownNumbers(values: Float64Array, rows: number): Float64Array {
  const known = new Float64Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    known[count] = values[row];
    if (!Number.isNaN(values[row])) count++;
  }
  return known.subarray(0, count);
}

/** The likeliest cell of a column among all rows. */
export function likelyCell(column: Column, base: Counted): number | undefined {
  if (column.type !== "numeric" || base.weights !== undefined)
    return likeliest(column.type, distribution(column, base));
  // Rows that all count alike need no counts.
  const known = knownNumbers(column.values, base.rows);
  return known.length === 0 ? undefined : select(known, Math.ceil(known.length / 2) - 1) + 0;
}
