import { ExactSum } from "../../base/exactSum.js";
import { brierOf, logLossOf } from "./rowLosses.js";
import { Spread } from "./spread.js";

/**
 * Metrics. `weights` has a weight per row, or is absent if all weights are 1; a weight of 2 equals repeating the row.
 * Classes are codes from 0; a confusion matrix has a row per true class and a column per predicted one.
 */
type Weights = ArrayLike<number> | undefined;

export { LOG_LOSS_CLIP } from "./rowLosses.js";

export interface ClassFigures {
  /** The share of the rows predicted as this class that are of it; NaN if there are none. */
  readonly precision: number;
  /** The share of the rows of this class that are predicted as such; NaN if there are none. */
  readonly recall: number;
  /** Harmonic mean of the two: 2·hits / (predicted + actual). */
  readonly f: number;
  /** Weight of the rows of this class. */
  readonly support: number;
}

/** The share of rows whose class is predicted correctly. */
export function accuracy(truth: ArrayLike<number>, labels: ArrayLike<number>, weights?: Weights): number {
  let hits = 0;
  let total = 0;
  for (let row = 0; row < truth.length; row++) {
    const weight = weights === undefined ? 1 : weights[row];
    total += weight;
    if (truth[row] === labels[row]) hits += weight;
  }
  return hits / total;
}

/** The confusion matrix: a row per true class, a column per predicted class. */
export function confusionMatrix(
  truth: ArrayLike<number>,
  labels: ArrayLike<number>,
  classes: number,
  weights?: Weights,
): number[][] {
  const matrix = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (let row = 0; row < truth.length; row++) {
    matrix[truth[row]][labels[row]] += weights === undefined ? 1 : weights[row];
  }
  return matrix;
}

/** Mean of -ln p(true class). */
export function logLoss(
  truth: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  classes: number,
  weights?: Weights,
): number {
  return meanOverRows(truth.length, weights, (row) => logLossOf(probabilities[row * classes + truth[row]]));
}

/** Mean squared distance between the probabilities and the truth, summed over classes: 0 is best, 2 is worst (Brier 1950). */
export function brier(
  truth: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  classes: number,
  weights?: Weights,
): number {
  return meanOverRows(truth.length, weights, (row) =>
    brierOf(probabilities, row * classes, classes, truth[row]),
  );
}

/** The sums are exact, so that the order of the rows does not matter. */
function meanOverRows(rows: number, weights: Weights, of: (row: number) => number): number {
  const sum = new ExactSum();
  const total = new ExactSum();
  for (let row = 0; row < rows; row++) {
    if (weights === undefined) sum.add(of(row));
    else {
      sum.add(weights[row] * of(row));
      total.add(weights[row]);
    }
  }
  return sum.value / (weights === undefined ? rows : total.value);
}

/** Precision, recall, F and support of each class, from a confusion matrix. */
export function classFigures(confusion: readonly (readonly number[])[]): ClassFigures[] {
  return confusion.map((row, k) => {
    const hits = row[k];
    const support = row.reduce((sum, cell) => sum + cell, 0);
    const predicted = confusion.reduce((sum, other) => sum + other[k], 0);
    return {
      precision: hits / predicted,
      recall: hits / support,
      f: (2 * hits) / (predicted + support),
      support,
    };
  });
}

/** Square root of the mean squared error. */
export function rmse(truth: ArrayLike<number>, values: ArrayLike<number>, weights?: Weights): number {
  return Math.sqrt(meanOverRows(truth.length, weights, (row) => (truth[row] - values[row]) ** 2));
}

/** Mean absolute error. */
export function mae(truth: ArrayLike<number>, values: ArrayLike<number>, weights?: Weights): number {
  return meanOverRows(truth.length, weights, (row) => Math.abs(truth[row] - values[row]));
}

/** 1 - squared error / squared error of always predicting the mean; NaN if the truth is constant. */
export function r2(truth: ArrayLike<number>, values: ArrayLike<number>, weights?: Weights): number {
  const spread = new Spread();
  for (let row = 0; row < truth.length; row++) spread.add(truth[row], weights?.[row]);
  const { variance } = spread;
  const error = meanOverRows(truth.length, weights, (row) => (truth[row] - values[row]) ** 2);
  return variance === 0 ? Number.NaN : 1 - error / variance;
}

/** The mean loss per row; loss[i][j] is the cost of predicting class j if class i is true. */
export function expectedCost(
  confusion: readonly (readonly number[])[],
  loss: readonly (readonly number[])[],
): number {
  let cost = 0;
  let rows = 0;
  confusion.forEach((row, i) => {
    row.forEach((count, j) => {
      rows += count;
      cost += count * (loss[i]?.[j] ?? 0);
    });
  });
  return cost / rows;
}
