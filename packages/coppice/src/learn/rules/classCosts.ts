import type { Problem } from "../../engine/problem.js";
import type { Costs } from "../../model/costs.js";
import { alteredFactors } from "../cost/alteredPriors.js";
import { classTotals } from "../cost/problemCosts.js";
import type { LossOption, PriorsOption } from "../cost/resolve.js";
import { lossOption, priorsOption } from "../treeOptions.js";

export { costsFor } from "../cost/problemCosts.js";

/** Priors and losses, which rule learners apply as row weights while they search for rules. */
export interface CostOptions {
  readonly priors: PriorsOption;
  readonly loss?: LossOption;
}

export const costFields = {
  priors: priorsOption
    .default("data")
    .describe("prior probabilities of the classes: as in the data, equal, or given"),
  loss: lossOption
    .optional()
    .describe(
      "cost of predicting one class when another is true; rows of classes that are costly to miss get more weight",
    ),
};

/**
 * By what the weights of each class are multiplied; the total weight does not change. In single precision: what decides
 * is then no rounding of a double, which differs by the unit in which losses are given.
 */
export function evenFactors(costs: Costs, problem: Problem): number[] {
  const counts = classTotals(problem);
  const factors = alteredFactors(costs, counts.length);
  const altered = factors.reduce((sum, factor, k) => sum + factor * counts[k], 0);
  return factors.map((factor) => Math.fround((factor * problem.totalWeight) / altered));
}
