import type { Summary } from "../../engine/port.js";
import type { Plan } from "../plan.js";
import { plurality } from "./facts.js";

/** The error of a node as a leaf: the share it misclassifies, or its mean squared or absolute error. */
export type NodeError = (summary: Summary) => number;

export function nodeError({ facts, scorer, inUserUnits }: Plan): NodeError {
  if (facts.target.kind === "classes") {
    return ({ sums, weight }) => (weight > 0 ? 1 - sums[plurality(sums)] / weight : 0);
  }
  return (summary) =>
    summary.pure || summary.weight <= 0 ? 0 : inUserUnits(scorer.nodeImpurity(summary) / summary.weight);
}
