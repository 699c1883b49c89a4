import { chiSquaredTail } from "../../base/chiSquared.js";
import { binomialTail, fTail, studentTail } from "../../base/distributions.js";

/** A test of whether two learners differ: the statistic, and the probability of one as large were they equal. */
export interface Significance {
  readonly statistic: number;
  readonly p: number;
}

/**
 * Paired t over folds: the differences of two learners on the same folds. Folds share training rows, so it
 * finds differences too often; see `correctedT`.
 */
export function pairedT(differences: readonly number[]): Significance {
  return studentOf(differences, 1 / differences.length);
}

/**
 * Nadeau and Bengio 2003: the variance of the mean is taken to be (1/J + judged/learned) s², with the rows judged and
 * learned from in each of the J parts, since the parts' training rows overlap.
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

/** No difference at all is 0, whatever it is measured by; a difference without spread is infinite. */
function ratio(difference: number, spread: number): number {
  return difference === 0 ? 0 : difference / spread;
}

/**
 * Alpaydin 1999: five times two folds. `differences` are those of the two learners on each half, repeat by repeat; the
 * statistic ΣΣd² / 2Σs² has the F distribution with 10 and 5 degrees of freedom, if the learners are equal.
 */
export function fiveByTwo(differences: readonly (readonly [number, number])[]): Significance {
  let squares = 0;
  let spread = 0;
  for (const [first, second] of differences) {
    const mean = (first + second) / 2;
    squares += first * first + second * second;
    spread += (first - mean) ** 2 + (second - mean) ** 2;
  }
  const repeats = differences.length;
  const statistic = ratio(squares, 2 * spread);
  return { statistic, p: fTail(statistic, 2 * repeats, repeats) };
}

/** Rows on which exactly one of two learners is wrong, from which on McNemar's test is by chi-squared, below it exact. */
const ENOUGH = 25;

/**
 * McNemar 1947, of the rows that only the one and only the other learner gets wrong. The statistic is
 * (|a - b| - 1)² / (a + b), chi-squared with one degree; with fewer than 25 such rows p is exactly binomial instead.
 */
export function mcnemar(onlyFirstWrong: number, onlySecondWrong: number): Significance {
  const both = onlyFirstWrong + onlySecondWrong;
  if (both === 0) return { statistic: 0, p: 1 };
  const statistic = Math.max(0, Math.abs(onlyFirstWrong - onlySecondWrong) - 1) ** 2 / both;
  const exact = Math.min(1, 2 * binomialTail(Math.max(onlyFirstWrong, onlySecondWrong), both, 0.5));
  return { statistic, p: both < ENOUGH ? exact : chiSquaredTail(statistic, 1) };
}
