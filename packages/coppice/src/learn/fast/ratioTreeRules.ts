import type { RatioTreeRules } from "../../engine/port.js";
import type { Task } from "../../model/tree.js";
import type { TreeOptions } from "../treeOptions.js";
import { BESIDE_GROWTH, isCovered, type KnownOptions, oneOf, type PlanFacts } from "./fastPath.js";

/** What an engine's growth by the gain ratio, or the gain, covers: C4.5's tests, no stop but rows, depth and gain at all. */
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
  // Rows with missing values go to every branch, or to the largest one; nothing is kept but the test.
  missing: (missing) => !["fraction", "surrogate", "level"].includes(missing),
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
  if (criterion.rule !== "entropy" || costs || attributeCosts) return undefined;
  if (!isCovered(options, RATIO_TREE_KNOWS, task)) return undefined;
  const { tolerance, zeroGain, adaptiveMinLeaf, minGap, maxDepth } = options;
  const { averageGain, mdlCorrection, minSplit, minLeaf, scaled } = plan;
  const rules = {
    tolerance,
    zeroGain,
    adaptiveMinLeaf,
    minGap,
    averageGain,
    mdlCorrection,
    minSplit,
    minLeaf,
    scaled,
    shared: options.missing === "share",
  };
  return maxDepth === undefined ? rules : { ...rules, maxDepth };
}
