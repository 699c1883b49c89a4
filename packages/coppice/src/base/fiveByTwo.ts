import { fTail } from "./distributions.js";

/**
 * Alpaydin 1999: five times two folds. `differences` are those of the two learners on each half, repeat by repeat;
 * the statistic ΣΣd² / 2Σs² has the F distribution with 10 and 5 degrees of freedom, if the learners are equally
 * good.
 */
export function fiveByTwo(differences: readonly (readonly [number, number])[]): {
  readonly statistic: number;
  readonly p: number;
} {
  let squares = 0;
  let spread = 0;
  for (const [first, second] of differences) {
    const mean = (first + second) / 2;
    squares += first * first + second * second;
    spread += (first - mean) ** 2 + (second - mean) ** 2;
  }
  const repeats = differences.length;
  // 0 if there is no difference, even without spread; infinite for a difference without spread.
  const statistic = squares === 0 ? 0 : squares / (2 * spread);
  return { statistic, p: fTail(statistic, 2 * repeats, repeats) };
}
