import { xlog2x } from "./log2.js";

/**
 * Weight × impurity of two classes of weights a and b. It is here rather than with the criteria because engines that
 * grow subtrees must score by the same operations in the same order.
 */
export type ImpurityOfTwo = (a: number, b: number) => number;

export function giniOfTwo(a: number, b: number): number {
  const weight = a + b;
  return weight > 0 ? weight - (a * a + b * b) / weight : 0;
}

export function entropyOfTwo(a: number, b: number): number {
  const weight = a + b;
  return weight > 0 ? xlog2x(weight) - (xlog2x(a) + xlog2x(b)) : 0;
}

/** Impurities that engines and kernels compute by the same operations as the learner. */
export type ImpurityRule = "gini" | "entropy" | "squaredError";

/** Those of classes that are not strictly concave: twoing is none, but tests are compared by it. */
export type OtherImpurity = "misclassification" | "twoing" | "risk" | "weightedGini";

export function isOther(impurity: ForestImpurity): impurity is OtherImpurity {
  return OTHERS.has(impurity);
}

const OTHERS: ReadonlySet<ForestImpurity> = new Set<OtherImpurity>([
  "misclassification",
  "twoing",
  "risk",
  "weightedGini",
]);

/** The impurities of whole trees that engines grow. */
export type TreeImpurity = ImpurityRule | OtherImpurity;

/** The same with those of the kernels of forests. */
export type ForestImpurity = TreeImpurity | "variance" | "deviance";

export const impuritiesOfTwo: ReadonlyMap<TreeImpurity, ImpurityOfTwo> = new Map<TreeImpurity, ImpurityOfTwo>(
  [
    ["gini", giniOfTwo],
    ["entropy", entropyOfTwo],
  ],
);
