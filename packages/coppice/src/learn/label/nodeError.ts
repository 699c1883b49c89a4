import type { Summary } from "../../engine/port.js";
import { labelOf, posterior } from "../../model/costs.js";
import type { Plan } from "../plan.js";

/**
 * The error of a node as a leaf: the share of misclassified rows, adjusted by the priors if there are any, or
 * the criterion's mean squared, mean absolute or worst error. Losses determine the label only: a share has no unit.
 */
export type NodeError = (summary: Summary) => number;

export function nodeError({ facts, scorer, inUserUnits, costs }: Plan): NodeError {
  if (facts.target.kind === "classes") {
    return ({ sums, weight }) => (weight > 0 ? shareWrong(sums, weight, costs) : 0);
  }
  return (summary) =>
    summary.pure || summary.weight <= 0 ? 0 : inUserUnits(scorer.nodeImpurity(summary) / summary.weight);
}

function shareWrong(sums: Float64Array, weight: number, costs: Plan["costs"]): number {
  const label = labelOf(sums, costs);
  const shares = costs?.factors ? posterior(sums, costs) : sums;
  let wrong = 0;
  for (let k = 0; k < shares.length; k++) if (k !== label) wrong += shares[k];
  return costs?.factors ? wrong : wrong / weight;
}
