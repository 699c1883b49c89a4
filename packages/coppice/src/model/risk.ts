import { lossOf } from "./costs.js";
import type { NodeFacts, TreeModel } from "./tree.js";

type Facts = Pick<TreeModel, "costs" | "leafError">;

/**
 * Weight × expected loss of a node as a leaf: the misclassified weight, with priors and losses if the model has them; for
 * regression the sum of squared (or absolute, or worst) errors. Every use of risk goes through here and `rowRisk`.
 */
export function riskOf(node: NodeFacts, model: Pick<TreeModel, "costs">): number {
  if (!(node.weight > 0)) return 0;
  return "counts" in node ? lossOf(node.counts, node.label, model.costs) : node.weight * node.error;
}

/** The loss of a node's prediction for one row of weight 1 whose class code or value is `truth`. */
export function rowRisk(node: NodeFacts, truth: number, model: Facts): number {
  if ("counts" in node) return classRisk(node.label, truth, model);
  const miss = Math.abs(node.value - truth);
  return model.leafError === undefined ? miss * miss : miss;
}

/** A class unknown to the model counts as misclassified. */
export function classRisk(label: number, truth: number, { costs }: Pick<TreeModel, "costs">): number {
  const loss = costs?.loss?.[truth]?.[label] ?? (truth === label ? 0 : 1);
  return loss * (costs?.factors?.[truth] ?? 1);
}
