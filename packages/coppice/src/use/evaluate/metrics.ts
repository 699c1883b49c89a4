/**
 * Metrics. `weights` has a weight per row, or is absent if all weights are 1; a weight of 2 equals repeating the row.
 * Classes are codes from 0; a confusion matrix has a row per true class and a column per predicted one.
 */
type Weights = ArrayLike<number> | undefined;

/**
 * Probabilities are clipped this far from 0 and 1, so that one confident error does not make the log loss infinite.
 */
export const LOG_LOSS_CLIP = 1e-15;

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
  return meanOverRows(truth.length, weights, (row) => {
    const p = probabilities[row * classes + truth[row]];
    return -Math.log(Math.min(Math.max(p, LOG_LOSS_CLIP), 1 - LOG_LOSS_CLIP));
  });
}

/** Mean squared distance between the probabilities and the truth, summed over classes: 0 is best, 2 is worst (Brier 1950). */
export function brier(
  truth: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  classes: number,
  weights?: Weights,
): number {
  return meanOverRows(truth.length, weights, (row) => {
    let distance = 0;
    for (let k = 0; k < classes; k++) {
      const off = probabilities[row * classes + k] - (k === truth[row] ? 1 : 0);
      distance += off * off;
    }
    return distance;
  });
}

function meanOverRows(rows: number, weights: Weights, of: (row: number) => number): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    const weight = weights === undefined ? 1 : weights[row];
    sum += weight * of(row);
    total += weight;
  }
  return sum / total;
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
  const mean = meanOverRows(truth.length, weights, (row) => truth[row]);
  const spread = meanOverRows(truth.length, weights, (row) => (truth[row] - mean) ** 2);
  const error = meanOverRows(truth.length, weights, (row) => (truth[row] - values[row]) ** 2);
  return spread === 0 ? Number.NaN : 1 - error / spread;
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
