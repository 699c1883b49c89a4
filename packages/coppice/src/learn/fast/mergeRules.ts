import { isOther } from "../../base/impurity.js";
import type { MergeRules } from "../../engine/port.js";
import type { Task } from "../../model/tree.js";
import type { TreeOptions } from "../treeOptions.js";
import { isCovered, type KnownOptions, oneOf, type PlanFacts } from "./fastPath.js";
import { CLASS_SUBTREE_KNOWS } from "./subtreeRules.js";

/**
 * What may be asked for where engines merge the codes of a tally: whatever takes nothing from a tally of numbers but the threshold
 * of the greatest gain, and places that by its two neighbours.
 */
export const MERGING_KNOWS: KnownOptions = {
  ...CLASS_SUBTREE_KNOWS,
  nominal: "any",
  threshold: oneOf<TreeOptions["threshold"]>("midpoint", "weighted"),
  missing: (missing) => missing !== "level" && missing !== "fraction",
  missingAtPrediction: "any",
  surrogates: "any",
  association: "any",
  directions: "any",
  attributesPerNode: "any",
  order: "any",
  maxLeaves: "any",
  validation: "any",
  acceptableError: "any",
  sizePenalty: "any",
  leaf: "any",
};

export function mergeRules(options: TreeOptions, plan: PlanFacts, task: Task): MergeRules | undefined {
  const { criterion, attributeCosts, minLeaf, scaled } = plan;
  const { factors } = criterion.factored ?? {};
  const rule = criterion.factored?.rule ?? criterion.rule;
  if (rule === undefined || isOther(rule) || criterion.multiple || !criterion.concave) return undefined;
  if (scaled || attributeCosts) return undefined;
  if (!isCovered(options, MERGING_KNOWS, task)) return undefined;
  return { criterion: rule, tolerance: options.tolerance, minLeaf, ...(factors && { factors }) };
}
