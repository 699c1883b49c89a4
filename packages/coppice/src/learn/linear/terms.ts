import type { Problem } from "../../engine/problem.js";
import type { Column } from "../../table/column.js";

/** What a formula may multiply with a coefficient: a number, or whether a level is one of some. */
export interface Term {
  readonly attribute: number;
  readonly levels?: readonly number[];
  /** One per row; NaN if the value is missing. */
  readonly cells: Float64Array;
}

/** The rows that formulas for regression are fitted to. */
export interface ValueRows {
  readonly problem: Problem;
  /** In these units: 1, or a power of two where squares of the targets would leave the range of numbers. */
  readonly unit: number;
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  readonly terms: readonly Term[];
}

/** An attribute with more levels than this is not used in formulas; rules may still test it. */
const MOST_LEVELS = 64;

export function valueRows(problem: Problem): ValueRows {
  const { target, rows } = problem;
  if (target.kind !== "values") throw new Error("formulas for numbers need a target of numbers");
  const unit = unitOf(target.column.values);
  const targets = unit === 1 ? target.column.values : target.column.values.map((value) => value / unit);
  const weights = problem.weights ?? new Float64Array(rows).fill(1);
  const terms = problem.attributes.flatMap((column, a) => termsFor(column, a, targets, weights));
  return { problem, unit, targets, weights, terms };
}

function unitOf(values: Float64Array): number {
  const most = values.reduce((so, value) => Math.max(so, Math.abs(value)), 0);
  return most > 2 ** 400 ? 2 ** 900 : most < 2 ** -400 && most > 0 ? 2 ** -900 : 1;
}

function termsFor(column: Column, attribute: number, targets: Float64Array, weights: Float64Array): Term[] {
  if (column.type === "numeric") return [{ attribute, cells: column.values }];
  const { codes, levels } = column;
  if (column.type === "ordered") {
    return [{ attribute, cells: Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code)) }];
  }
  if (levels.length > MOST_LEVELS) return [];
  const order = byMean(codes, levels.length, targets, weights);
  // The levels from the second on, from the third on, … in the order of the target's mean (M5, as Wang and Witten have it).
  return order.slice(1).map((_, i) => {
    const some = order.slice(i + 1).sort((a, b) => a - b);
    const inside = new Uint8Array(levels.length);
    for (const level of some) inside[level] = 1;
    const cells = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : inside[code]));
    return { attribute, levels: some, cells };
  });
}

/** The levels that occur, by ascending mean of the target, the earlier of equals first. */
function byMean(codes: Int32Array, levels: number, targets: Float64Array, weights: Float64Array): number[] {
  const sums = new Float64Array(levels);
  const totals = new Float64Array(levels);
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] < 0) continue;
    sums[codes[row]] += weights[row] * targets[row];
    totals[codes[row]] += weights[row];
  }
  const seen = Array.from(totals.keys()).filter((level) => totals[level] > 0);
  return seen.sort((a, b) => sums[a] / totals[a] - sums[b] / totals[b] || a - b);
}
