import { log2 } from "../../base/log2.js";
import type { Criterion } from "../criterion/criterion.js";

/**
 * The impurity (times the weight) that tests are compared by, for whole rows. Gini's and the entropy never fall when a
 * row is added to a set, whatever its class, so what a test leaves never falls either: the least that any test on an
 * attribute left when they were last compared is a bound for all later tests, as long as rows are only added.
 */
export interface ImpurityScale {
  /** The number of classes. */
  readonly width: number;
  /** Weight × impurity of class weights. */
  of(sums: Float64Array): number;
  /** The same for two classes, by the operations of the learner. */
  readonly ofTwo?: (a: number, b: number) => number;
  /** Gini's, for two classes: 2·a·b / (a + b). */
  readonly isGiniOfTwo: boolean;
  /** The most by which one row less can lower the impurity of a set of up to this many rows. */
  fall(rows: number): number;
  /** More than the rounding of impurities of this many rows. */
  rounding(rows: number): number;
}

export function impurityScale(criterion: Criterion, width: number): ImpurityScale {
  return {
    width,
    of: (sums) => criterion.impurity(sums, 0, width),
    ...(width === 2 && criterion.impurityOfTwo && { ofTwo: criterion.impurityOfTwo }),
    isGiniOfTwo: width === 2 && criterion.rule === "gini",
    // Gini: 1 - 2p + Σp² with the shares before and after, below 2. Entropy: a row of another class in a pure set of n
    // takes n·log2(n) - (n - 1)·log2(n - 1) < log2(n) + log2(e) bits.
    fall: criterion.inBits ? (rows) => log2(Math.max(rows, 1)) + 1.5 : () => 2,
    rounding: (rows) => 1e-12 * rows * (1 + log2(Math.max(rows, 1))),
  };
}
