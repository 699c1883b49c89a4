import { atLeast } from "../branch/candidate.js";
import type { GrowNode } from "../growNode.js";
import { plurality } from "../label/facts.js";
import type { Plan } from "../plan.js";

/** Why a node becomes a leaf before any test is searched for (A 9.2, D 8.3.3); undefined if it does not. */
export type NodeStop = "pure" | "fewRows" | "depth" | "impurity" | "error";

export function stopAtNode(node: GrowNode, plan: Plan): NodeStop | undefined {
  const { summary } = node;
  const { options } = plan;
  if (summary.weight <= 0 || summary.pure) return "pure";
  if (options.maxDepth !== undefined && node.depth >= options.maxDepth) return "depth";
  if (!atLeast(summary.weight, plan.minSplit)) return "fewRows";
  if (options.purity < 1 && plan.statistic === "classes" && majorityShare(node) >= options.purity)
    return "impurity";
  if (options.minImpurity > 0 && atLeast(options.minImpurity, plan.inUserUnits(node.impurity)))
    return "impurity";
  if (options.acceptableError > 0 && node.error <= options.acceptableError) return "error";
  return undefined;
}

function majorityShare({ summary: { sums, weight } }: GrowNode): number {
  return sums[plurality(sums)] / weight;
}
