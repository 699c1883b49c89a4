import type { ForestImpurity } from "../../base/impurity.js";
import type { Heap } from "../heap.js";

/** The numbers of impurities in kernels (kernels/assembly/common/classImpurity.ts); that of a numeric target is told from its kind. */
export const IMPURITIES: Record<ForestImpurity, number> = {
  gini: 0,
  squaredError: 0,
  // Half of Gini's: every gain, and what it is compared with, is exactly half as large.
  variance: 0,
  entropy: 1,
  deviance: 1,
  misclassification: 2,
  twoing: 3,
  risk: 4,
  weightedGini: 5,
};

export function loadNumbers(heap: Heap, numbers: ArrayLike<number>): number {
  const at = heap.alloc(8 * numbers.length);
  heap.f64(at, numbers.length).set(numbers);
  return at;
}
