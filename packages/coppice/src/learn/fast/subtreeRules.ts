import type { SubtreeRules } from "../../engine/port.js";
import type { Task } from "../../model/tree.js";
import type { TreeOptions } from "../treeOptions.js";
import { BESIDE_GROWTH, isCovered, type KnownOptions, oneOf, type PlanFacts } from "./fastPath.js";

/** What an engine's own growth covers: two-way tests by plain gain, no stop but rows, depth and gain at all. */
export const SUBTREE_KNOWS: KnownOptions = {
  ...BESIDE_GROWTH,
  // Which criteria is said below: it depends on the rule, not on the name.
  criterion: "any",
  nominal: oneOf<TreeOptions["nominal"]>("subset"),
  numeric: oneOf<TreeOptions["numeric"]>("threshold"),
  maxExhaustive: "any",
  threshold: "any",
  tolerance: "any",
  minSplit: "any",
  minLeaf: "any",
  maxDepth: "any",
  zeroGain: "any",
  // Rows with missing values go down the largest branch, then as later, and nothing is kept but the test.
  missing: (missing) => !["share", "fraction", "surrogate", "level"].includes(missing),
  missingAtPrediction: (missing) => missing !== "share" && missing !== "surrogate",
  order: oneOf<TreeOptions["order"]>("auto", "depth"),
  // As factors of the classes while the tree grows; labels are chosen afterwards.
  priors: "any",
  loss: "any",
  // Medians need more of a node than its sums: see below.
  leaf: "any",
};

/** The same for classes, where growth also stops by gain and impurity, and tests may be compared by their gain ratio. */
export const CLASS_SUBTREE_KNOWS: KnownOptions = {
  ...SUBTREE_KNOWS,
  minGain: "any",
  minImpurity: "any",
  purity: "any",
  scaled: "any",
};

export function subtreeRules(options: TreeOptions, plan: PlanFacts, task: Task): SubtreeRules | undefined {
  const { criterion, attributeCosts, statistic, leaf } = plan;
  const { factored, multiple } = criterion;
  const rule = factored?.rule ?? criterion.rule ?? multiple?.of;
  const bySums = statistic === "classes" || leaf === "mean";
  const isScaled = plan.scaled && statistic === "classes";
  if (rule === undefined || plan.scaled !== isScaled || !criterion.concave || !bySums) return undefined;
  const knows = statistic === "classes" ? CLASS_SUBTREE_KNOWS : SUBTREE_KNOWS;
  if (attributeCosts || !isCovered(options, knows, task)) return undefined;
  const { tolerance, zeroGain, maxDepth, maxExhaustive } = options;
  const { minSplit, minLeaf } = plan;
  const rules = {
    ...{ criterion: rule, tolerance, zeroGain, minSplit, minLeaf },
    ...(factored && { factors: factored.factors }),
    ...(isScaled && { scaled: true as const }),
    ...(!factored && multiple && { unit: multiple.by }),
    ...(statistic === "classes" && { maxExhaustive, ...stopsOf(options) }),
  };
  return maxDepth === undefined ? rules : { ...rules, maxDepth };
}

/** Rules that stop growth; those that do not are left out, because not every engine knows them. */
function stopsOf({ minGain, minImpurity, purity }: TreeOptions) {
  return {
    ...(minGain > 0 && { minGain }),
    ...(minImpurity > 0 && { minImpurity }),
    ...(purity < 1 && { purity }),
  };
}
