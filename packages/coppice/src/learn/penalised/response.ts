import { exp } from "../../base/exp.js";
import { log2 } from "../../base/log2.js";
import type { Problem } from "../../engine/problem.js";

/** What scores are fitted to, and how far off they are. */
export interface Response {
  /** Scores of a row: one, or one for each class. */
  readonly outputs: number;
  readonly rows: number;
  /** What scores are counted in, so that squares of very large or small numbers stay in range; 1 for classes. */
  readonly unit: number;
  /** Where the fit of an output begins and the other coefficients are 0: the score of all rows. */
  startOf(output: number, weights: Float64Array): number;
  /** The negative gradient and the curvature of half the deviance in one output, by row and with its weight. */
  expand(scores: readonly Float64Array[], output: number, weights: Float64Array, into: Expansion): void;
  /** The deviance of one row of weight 1. */
  deviance(scores: readonly Float64Array[], row: number): number;
}

export interface Expansion {
  readonly pull: Float64Array;
  readonly curvature: Float64Array;
}

export function responseOf({ target, rows }: Problem): Response {
  if (target.kind === "classes") {
    const { codes, levels } = target.column;
    return levels.length === 2 ? twoClasses(codes, rows) : classes(codes, levels.length, rows);
  }
  return values(target.column.values, rows);
}

function values(target: Float64Array, rows: number): Response {
  const unit = unitOf(target);
  const scaled = target.map((value) => value / unit);
  return {
    outputs: 1,
    rows,
    unit,
    startOf: (_, weights) => share(weights, (row) => scaled[row]),
    expand([scores], _, weights, { pull, curvature }) {
      for (let row = 0; row < rows; row++) {
        curvature[row] = weights[row];
        pull[row] = weights[row] * (scaled[row] - scores[row]);
      }
    },
    deviance: ([scores], row) => (scaled[row] - scores[row]) ** 2,
  };
}

/** The least power of two that no value exceeds, or 2^-1000, or 2^1023: dividing by it loses nothing. */
function unitOf(values: Float64Array): number {
  const most = values.reduce((so, value) => Math.max(so, Math.abs(value)), 0);
  if (most === 0) return 1;
  let unit = 1;
  while (unit < most && unit < 2 ** 1023) unit *= 2;
  while (unit / 2 >= most && unit > 2 ** -1000) unit /= 2;
  return unit;
}

/** No row's curvature is taken to be less: a certain row still moves the sums. */
const LEAST_CURVATURE = 1e-5;

function twoClasses(codes: Int32Array, rows: number): Response {
  const probability = (score: number) => 1 / (1 + exp(-score));
  return {
    outputs: 1,
    rows,
    unit: 1,
    startOf: (_, weights) => {
      const odds = share(weights, (row) => (codes[row] === 1 ? 1 : 0));
      return ln(Math.max(odds, TINY)) - ln(Math.max(1 - odds, TINY));
    },
    expand([scores], _, weights, { pull, curvature }) {
      for (let row = 0; row < rows; row++) {
        const p = probability(scores[row]);
        curvature[row] = weights[row] * Math.max(p * (1 - p), LEAST_CURVATURE);
        pull[row] = weights[row] * ((codes[row] === 1 ? 1 : 0) - p);
      }
    },
    deviance: ([scores], row) => {
      const score = codes[row] === 1 ? scores[row] : -scores[row];
      return 2 * (score > 0 ? ln(1 + exp(-score)) : ln(1 + exp(score)) - score);
    },
  };
}

function classes(codes: Int32Array, count: number, rows: number): Response {
  /** The largest score of a row, and the sum of e to the power of the differences from it. */
  const totals = (scores: readonly Float64Array[], row: number) => {
    let most = scores[0][row];
    for (let k = 1; k < count; k++) if (scores[k][row] > most) most = scores[k][row];
    let total = 0;
    for (let k = 0; k < count; k++) total += exp(scores[k][row] - most);
    return { most, total };
  };
  return {
    outputs: count,
    rows,
    unit: 1,
    startOf: (output, weights) =>
      ln(
        Math.max(
          share(weights, (row) => (codes[row] === output ? 1 : 0)),
          TINY,
        ),
      ),
    expand(scores, output, weights, { pull, curvature }) {
      for (let row = 0; row < rows; row++) {
        const { most, total } = totals(scores, row);
        const p = exp(scores[output][row] - most) / total;
        curvature[row] = weights[row] * Math.max(p * (1 - p), LEAST_CURVATURE);
        pull[row] = weights[row] * ((codes[row] === output ? 1 : 0) - p);
      }
    },
    deviance: (scores, row) => {
      const { most, total } = totals(scores, row);
      return 2 * (ln(total) - (scores[codes[row]][row] - most));
    },
  };
}

/** A class without rows has this share. */
const TINY = 1e-6;

const ln = (x: number) => log2(x) * Math.LN2;

/** The weighted mean over the rows. */
function share(weights: Float64Array, of: (row: number) => number): number {
  let [sum, total] = [0, 0];
  for (let row = 0; row < weights.length; row++) {
    sum += weights[row] * of(row);
    total += weights[row];
  }
  return sum / total;
}
