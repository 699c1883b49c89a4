import type { Summary } from "../../engine/port.js";
import type { Plan } from "../plan.js";
import { plurality } from "./facts.js";

/** The error of a node as a leaf: the share it misclassifies, or its mean squared or absolute error. */
export type NodeError = (summary: Summary) => number;

export function nodeError({ facts, statistic, scorer }: Plan): NodeError {
  const { target } = facts;
  if (target.kind === "classes") {
    return ({ sums, weight }) => (weight > 0 ? 1 - sums[plurality(sums)] / weight : 0);
  }
  const unit = statistic === "moments" ? target.denominator ** 2 : target.denominator;
  return (summary) => (summary.pure || summary.weight <= 0 ? 0 : scorer.nodeImpurity(summary) / summary.weight / unit);
}
