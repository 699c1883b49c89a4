import { exp, log } from "../../base/exp.js";
import { minimise } from "./minimise.js";

/** The loss of a margin m (above 0 where the row is on its side): value in out[0], derivative in out[1]. */
type Loss = (margin: number, out: Float64Array) => void;

/** log(1 + e^-m). */
const logistic: Loss = (m, out) => {
  if (m > 0) {
    const e = exp(-m);
    out[0] = log(1 + e);
    out[1] = -e / (1 + e);
  } else {
    const e = exp(m);
    out[0] = log(1 + e) - m;
    out[1] = -1 / (1 + e);
  }
};

/** (1 - m)²: least squares on targets of 1 and -1 (LMS). */
const squared: Loss = (m, out) => {
  out[0] = (1 - m) * (1 - m);
  out[1] = 2 * (m - 1);
};

/** (1 - m)² as far as m is below 1: a support vector machine's squared hinge. */
const hinge: Loss = (m, out) => {
  const short = m < 1 ? 1 - m : 0;
  out[0] = short * short;
  out[1] = -2 * short;
};

/** A smooth step from 1 to 0: in effect the classification error. */
const error: Loss = (m, out) => {
  const p = 1 / (1 + exp(m * STEEPNESS));
  out[0] = p;
  out[1] = -STEEPNESS * p * (1 - p);
};
const STEEPNESS = 4;

export const LOSSES = { logistic, squared, hinge, error } as const;
export type LossName = keyof typeof LOSSES;

/** Rows of a two-sided problem: columns of numbers, and for each row its side, 1 or -1, or 0 to leave it out. */
export interface Sided {
  readonly columns: readonly Float64Array[];
  readonly weights: Float64Array;
  readonly sides: Int8Array;
}

/** A linear function of the columns. */
export interface Direction {
  readonly coefficients: Float64Array;
  readonly intercept: number;
}

/**
 * The direction with the least sum of weight × loss + penalty / 2 × |coefficients|²; the intercept is free. Columns should be
 * standardised, so that the penalty treats them alike.
 */
export function fitMargin(rows: Sided, loss: LossName, penalty: number, start?: Direction): Direction {
  const order = rows.columns.length;
  const x = new Float64Array(order + 1);
  if (start) {
    x.set(start.coefficients);
    x[order] = start.intercept;
  }
  const found = minimise(objective(rows, LOSSES[loss], penalty), x, {
    steps: 200,
    tolerance: 1e-6 * weightOf(rows),
  });
  return { coefficients: found.slice(0, order), intercept: found[order] };
}

function weightOf({ weights }: Sided): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i];
  return sum;
}

function objective({ columns, weights, sides }: Sided, loss: Loss, penalty: number) {
  const order = columns.length;
  const size = sides.length;
  const values = new Float64Array(size);
  const out = new Float64Array(2);
  return (x: Float64Array, gradient: Float64Array) => {
    values.fill(x[order]);
    for (let j = 0; j < order; j++) addMultiple(values, columns[j], x[j]);
    let sum = 0;
    let pull = 0;
    for (let i = 0; i < size; i++) {
      const side = sides[i];
      if (side === 0) {
        values[i] = 0;
        continue;
      }
      loss(side * values[i], out);
      sum += weights[i] * out[0];
      values[i] = weights[i] * side * out[1];
      pull += values[i];
    }
    gradient[order] = pull;
    for (let j = 0; j < order; j++) {
      gradient[j] = dot(values, columns[j]) + penalty * x[j];
      sum += (penalty / 2) * x[j] * x[j];
    }
    return sum;
  };
}

export function addMultiple(into: Float64Array, column: Float64Array, factor: number): void {
  if (factor === 0) return;
  for (let i = 0; i < into.length; i++) into[i] += factor * column[i];
}

function dot(a: Float64Array, b: Float64Array): number {
  let [s0, s1] = [0, 0];
  const even = a.length & ~1;
  for (let i = 0; i < even; i += 2) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
  }
  if (even < a.length) s0 += a[even] * b[even];
  return s0 + s1;
}
