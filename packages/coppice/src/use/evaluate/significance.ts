import { chiSquaredTail } from "../../base/chiSquared.js";
import { binomialTail, studentTail } from "../../base/distributions.js";

export { fiveByTwo } from "../../base/fiveByTwo.js";

/**
 * A test of whether two learners differ: the statistic and its p-value (the probability of one as large if they were
 * equally good).
 */
export interface Significance {
  readonly statistic: number;
  readonly p: number;
}

/**
 * Paired t over folds: the differences of two learners on the same folds. Folds share training rows, so its type I
 * error is too high; see `correctedT`.
 */
export function pairedT(differences: readonly number[]): Significance {
  return studentOf(differences, 1 / differences.length);
}

/**
 * Nadeau and Bengio 2003: the variance of the mean is estimated as (1/J + judged/learned) s², with the numbers of
 * test and training rows in each of the J folds, since the folds' training rows overlap.
 */
export function correctedT(differences: readonly number[], judged: number, learned: number): Significance {
  return studentOf(differences, 1 / differences.length + judged / learned);
}

function studentOf(differences: readonly number[], factor: number): Significance {
  const count = differences.length;
  const mean = differences.reduce((sum, d) => sum + d, 0) / count;
  const variance = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / (count - 1);
  const statistic = ratio(mean, Math.sqrt(factor * variance));
  return { statistic, p: studentTail(statistic, count - 1) };
}

/** 0 if there is no difference, even without spread; infinite for a difference without spread. */
function ratio(difference: number, spread: number): number {
  return difference === 0 ? 0 : difference / spread;
}

/**
 * From this many rows on which exactly one learner is wrong, McNemar's test uses chi-squared; below, the exact
 * binomial.
 */
const ENOUGH = 25;

/**
 * McNemar 1947, on the rows that exactly one of the two learners misclassifies. The statistic is (|a - b| - 1)² / (a
 * + b), chi-squared with one degree; with fewer than 25 such rows p is exactly binomial instead.
 */
export function mcnemar(onlyFirstWrong: number, onlySecondWrong: number): Significance {
  const both = onlyFirstWrong + onlySecondWrong;
  if (both === 0) return { statistic: 0, p: 1 };
  const statistic = Math.max(0, Math.abs(onlyFirstWrong - onlySecondWrong) - 1) ** 2 / both;
  const exact = Math.min(1, 2 * binomialTail(Math.max(onlyFirstWrong, onlySecondWrong), both, 0.5));
  return { statistic, p: both < ENOUGH ? exact : chiSquaredTail(statistic, 1) };
}
