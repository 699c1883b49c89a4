import { normalQuantile, studentQuantile } from "../../base/distributions.js";

/** A confidence interval: both ends included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** For a share of `trials` rows: Wilson's score interval (1927), sound near 0 and 1 where the normal one is not. */
export function wilson(share: number, trials: number, confidence = 0.95): Interval {
  const z = normalQuantile(1 - confidence);
  const z2 = z * z;
  const middle = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const half =
    (z / (1 + z2 / trials)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  // At 0 and 1 the ends equal the share exactly, except for rounding.
  return {
    low: share === 0 ? 0 : Math.max(0, middle - half),
    high: share === 1 ? 1 : Math.min(1, middle + half),
  };
}

export interface MeanFigures {
  readonly mean: number;
  /** Standard deviation with n - 1; NaN for a single figure. */
  readonly sd: number;
  /**
   * For the mean, by Student's t. Folds share training rows, so the figures are not independent and the interval is
   * slightly too narrow.
   */
  readonly interval: Interval;
}

/** Mean, standard deviation and confidence interval (Student t) of figures such as the accuracy of each fold. */
export function meanFigures(figures: readonly number[], confidence = 0.95): MeanFigures {
  const count = figures.length;
  const mean = figures.reduce((sum, x) => sum + x, 0) / count;
  const sd = Math.sqrt(figures.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (count - 1));
  const half = count < 2 ? Number.NaN : (studentQuantile(1 - confidence, count - 1) * sd) / Math.sqrt(count);
  return { mean, sd, interval: { low: mean - half, high: mean + half } };
}

/** By the normal distribution, clipped to [0, 1]. */
export function shareInterval(share: number, error: number, confidence = 0.95): Interval {
  const half = normalQuantile(1 - confidence) * error;
  return { low: Math.max(0, share - half), high: Math.min(1, share + half) };
}

/**
 * For a root mean squared error: the normal interval of the mean squared error, with the square roots of its ends.
 * `errors` are the differences from the truth; undefined for fewer than two rows.
 */
export function rmseInterval(
  errors: Float64Array,
  weights?: Float64Array,
  confidence = 0.95,
): Interval | undefined {
  let total = 0;
  let sum = 0;
  errors.forEach((error, row) => {
    const weight = weights?.[row] ?? 1;
    total += weight;
    sum += weight * error * error;
  });
  if (!(total > 1)) return undefined;
  const mean = sum / total;
  let squares = 0;
  errors.forEach((error, row) => {
    squares += (weights?.[row] ?? 1) * (error * error - mean) ** 2;
  });
  const half = normalQuantile(1 - confidence) * Math.sqrt(squares / (total - 1) / total);
  return { low: Math.sqrt(Math.max(0, mean - half)), high: Math.sqrt(mean + half) };
}
