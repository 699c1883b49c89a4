import { log } from "../../../base/exp.js";
import { log2 } from "../../../base/log2.js";

/**
 * Hoeffding's bound: with probability 1 - delta the mean of n observations of a gain is no further than this from its
 * expectation. The range of a gain is log2 of the number of classes.
 */
export function hoeffdingBound(classes: number, delta: number, n: number): number {
  const range = log2(Math.max(2, classes));
  return Math.sqrt((range * range * log(1 / delta)) / (2 * n));
}
