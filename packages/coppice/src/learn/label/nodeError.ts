import type { Summary } from "../../engine/port.js";
import { labelOf, lossOf } from "../../model/costs.js";
import type { Plan } from "../plan.js";

/** The error of a node as a leaf: the share it misclassifies (its risk, where mistakes have costs), or its mean squared or absolute error. */
export type NodeError = (summary: Summary) => number;

export function nodeError({ facts, scorer, inUserUnits, costs }: Plan): NodeError {
  if (facts.target.kind === "classes") {
    return ({ sums, weight }) => (weight > 0 ? lossOf(sums, labelOf(sums, costs), costs) / weight : 0);
  }
  return (summary) =>
    summary.pure || summary.weight <= 0 ? 0 : inUserUnits(scorer.nodeImpurity(summary) / summary.weight);
}
