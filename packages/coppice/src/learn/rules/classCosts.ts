import type { Problem } from "../../engine/problem.js";
import type { Costs } from "../../model/costs.js";
import { alteredFactors } from "../cost/alteredPriors.js";
import { costsOf, type LossOption, type PriorsOption, resolveLoss, resolvePriors } from "../cost/resolve.js";
import { lossOption, priorsOption } from "../treeOptions.js";

/** Priors and losses, which learners of rules honour by what rows weigh while rules are sought. */
export interface CostOptions {
  readonly priors: PriorsOption;
  readonly loss?: LossOption;
}

export const costFields = {
  priors: priorsOption
    .default("data")
    .describe("how common the classes really are: as in the data, equal, or given"),
  loss: lossOption
    .optional()
    .describe("what it costs to say one class where another is true; rows of dear classes weigh more"),
};

export function costsFor({ priors, loss }: CostOptions, problem: Problem): Costs | undefined {
  const { levels } = classColumn(problem);
  return costsOf(resolvePriors(priors, levels), resolveLoss(loss, levels), totals(problem));
}

function classColumn({ target }: Problem) {
  if (target.kind !== "classes") throw new Error("rules for classes need a target of classes");
  return target.column;
}

function totals(problem: Problem): Float64Array {
  const { codes, levels } = classColumn(problem);
  const sums = new Float64Array(levels.length);
  for (let row = 0; row < problem.rows; row++) sums[codes[row]] += problem.weights?.[row] ?? 1;
  return sums;
}

/** What the rows of each class weigh more or less; all rows together weigh what they did. */
export function evenFactors(costs: Costs, problem: Problem): number[] {
  const counts = totals(problem);
  const factors = alteredFactors(costs, counts.length);
  const altered = factors.reduce((sum, factor, k) => sum + factor * counts[k], 0);
  return factors.map((factor) => (factor * problem.totalWeight) / altered);
}
