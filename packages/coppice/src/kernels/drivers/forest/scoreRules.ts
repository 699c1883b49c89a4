import type { ForestImpurity } from "../../../base/impurity.js";
import type { Heap } from "../../heap.js";

/** What tests on different attributes are compared by, where it is not their gain. */
export interface ScoreRules {
  /** The gain ratio. */
  readonly scaled?: boolean;
  /** Gains, squared or not, divided by what the attribute costs. */
  readonly attributeCosts?: { readonly costs: readonly number[]; readonly squared: boolean };
}

export interface ScoreParams {
  readonly isScaled: boolean;
  /** By attribute; 0: costs do not matter. */
  readonly costs: number;
  readonly isSquared: boolean;
}

export function scoreParams(heap: Heap, { scaled = false, attributeCosts }: ScoreRules): ScoreParams {
  const { costs = [], squared = false } = attributeCosts ?? {};
  const at = attributeCosts === undefined ? 0 : heap.alloc(8 * costs.length);
  if (attributeCosts !== undefined) heap.f64(at, costs.length).set(costs);
  return { isScaled: scaled, costs: at, isSquared: squared };
}

/** Of the deviance, 2 ln 2 for each bit: learn/criterion/deviance.ts. */
const TWO_LN_2 = 1.3862943611198906;

/** The numbers of impurities in kernels; those of a numeric target are told from its kind. */
export const IMPURITIES: Record<ForestImpurity, { readonly code: number; readonly bitUnit: number }> = {
  gini: { code: 0, bitUnit: 1 },
  squaredError: { code: 0, bitUnit: 1 },
  // Half of Gini's: every gain, and what it is compared with, is exactly half as large.
  variance: { code: 0, bitUnit: 1 },
  entropy: { code: 1, bitUnit: 1 },
  deviance: { code: 1, bitUnit: TWO_LN_2 },
  misclassification: { code: 2, bitUnit: 1 },
  twoing: { code: 3, bitUnit: 1 },
};
