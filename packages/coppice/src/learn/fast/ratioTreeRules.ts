import type { RatioTreeRules } from "../../engine/port.js";
import type { Task } from "../../model/tree.js";
import type { TreeOptions } from "../treeOptions.js";
import { BESIDE_GROWTH, isCovered, type KnownOptions, oneOf, type PlanFacts } from "./fastPath.js";

/** What an engine's growth by the gain ratio covers: the tests of C4.5, and no stop but rows, depth and gain at all. */
export const RATIO_TREE_KNOWS: KnownOptions = {
  ...BESIDE_GROWTH,
  // Which criteria is said below: it depends on the rule, not on the name.
  criterion: "any",
  scaled: "any",
  averageGain: "any",
  mdlCorrection: "any",
  nominal: oneOf<TreeOptions["nominal"]>("perLevel"),
  numeric: oneOf<TreeOptions["numeric"]>("threshold"),
  threshold: "any",
  tolerance: "any",
  minGap: "any",
  adaptiveMinLeaf: "any",
  minSplit: "any",
  minLeaf: "any",
  maxDepth: "any",
  zeroGain: "any",
  missing: oneOf<TreeOptions["missing"]>("share"),
  missingAtPrediction: (missing) => missing !== "surrogate",
  // Without maxLeaves no order changes the tree.
  order: "any",
};

export function ratioTreeRules(
  options: TreeOptions,
  plan: PlanFacts,
  task: Task,
): RatioTreeRules | undefined {
  const { criterion, costs, attributeCosts } = plan;
  if (criterion.rule !== "entropy" || !plan.scaled || costs || attributeCosts) return undefined;
  if (!isCovered(options, RATIO_TREE_KNOWS, task)) return undefined;
  const { tolerance, zeroGain, adaptiveMinLeaf, minGap, maxDepth } = options;
  const { averageGain, mdlCorrection, minSplit, minLeaf } = plan;
  const rules = {
    tolerance,
    zeroGain,
    adaptiveMinLeaf,
    minGap,
    averageGain,
    mdlCorrection,
    minSplit,
    minLeaf,
  };
  return maxDepth === undefined ? rules : { ...rules, maxDepth };
}
