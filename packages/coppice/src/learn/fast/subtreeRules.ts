import type { SubtreeRules } from "../../engine/port.js";
import type { Task } from "../../model/tree.js";
import { averagedAttributes } from "../averaged.js";
import { costRules } from "../cost/attributeCosts.js";
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

/** The same for classes, where growth has more rules of choosing and stopping. */
export const CLASS_SUBTREE_KNOWS: KnownOptions = {
  ...SUBTREE_KNOWS,
  nominal: oneOf<TreeOptions["nominal"]>("subset", "oneHot"),
  minGain: "any",
  minImpurity: "any",
  purity: "any",
  sizePenalty: "any",
  // The learner leaves out what is beyond it: see bestLeaves.
  maxLeaves: "any",
  scaled: "any",
  averageGain: "any",
  attributeCosts: "any",
  costForm: "any",
  costWeight: "any",
};

export function subtreeRules(options: TreeOptions, plan: PlanFacts, task: Task): SubtreeRules | undefined {
  const { statistic, minSplit, minLeaf } = plan;
  const isOfClasses = statistic === "classes";
  if (!isCovered(options, isOfClasses ? CLASS_SUBTREE_KNOWS : SUBTREE_KNOWS, task)) return undefined;
  const own = isOfClasses ? classRules(options, plan) : valueRules(plan);
  const { tolerance, zeroGain } = options;
  const maxDepth = deepest(options);
  const limits = { tolerance, zeroGain, minSplit, minLeaf, ...(maxDepth !== undefined && { maxDepth }) };
  return own && { ...own, ...limits };
}

/** No node is deeper than there are other leaves. */
function deepest({ maxDepth, maxLeaves }: TreeOptions): number | undefined {
  if (maxLeaves === undefined) return maxDepth;
  return Math.min(maxDepth ?? Number.POSITIVE_INFINITY, maxLeaves - 1);
}

function valueRules({ criterion, leaf, scaled, attributeCosts }: PlanFacts) {
  const { rule, concave } = criterion;
  if (rule === undefined || !concave || leaf !== "mean" || scaled || attributeCosts) return undefined;
  return { criterion: rule };
}

/** What a rule is by default is left out, because not every engine knows it. */
function classRules(options: TreeOptions, plan: PlanFacts) {
  const { attributeCosts, scaled } = plan;
  const impurity = impurityRules(plan);
  const isLimited = options.maxLeaves !== undefined && options.order !== "auto";
  if (impurity === undefined || isLimited) return undefined;
  return {
    ...impurity,
    maxExhaustive: options.maxExhaustive,
    ...(scaled && { scaled: true as const }),
    ...(attributeCosts && { attributeCosts: costRules(attributeCosts, options) }),
    ...(plan.averageGain && { averaged: averagedAttributes(plan.facts.attributes, plan.totalWeight) }),
    ...(options.nominal === "oneHot" && hasLevels(plan) && { oneHot: true as const }),
    ...stopsOf(options),
  };
}

/** Classes up to which a matrix of losses is small. */
const MOST_CLASSES = 1024;

/** The criterion, and what it is told. */
function impurityRules({ criterion, facts }: PlanFacts) {
  const { factored, multiple, concave, inTrees } = criterion;
  const rule = factored?.rule ?? criterion.rule ?? multiple?.of ?? inTrees;
  if (rule === undefined || (!concave && inTrees === undefined)) return undefined;
  const classes = facts.target.kind === "classes" ? facts.target.classes : 0;
  const isOfLosses = rule === "risk" || rule === "weightedGini";
  if (isOfLosses && classes > MOST_CLASSES) return undefined;
  return {
    criterion: rule,
    ...(factored && { factors: factored.factors }),
    ...(multiple && { unit: multiple.by }),
    ...(isOfLosses && { loss: criterion.losses ?? allAlike(classes) }),
  };
}

/** The losses where every mistake counts 1. */
function allAlike(classes: number): readonly (readonly number[])[] {
  const names = Array.from({ length: classes }, (_, k) => k);
  return names.map((truth) => names.map((answer) => (truth === answer ? 0 : 1)));
}

function hasLevels({ facts: { attributes } }: PlanFacts): boolean {
  return attributes.some(({ kind }) => kind === "nominal");
}

/** Rules that stop growth; those that do not are left out, because not every engine knows them. */
function stopsOf({ minGain, minImpurity, purity, sizePenalty }: TreeOptions) {
  return {
    ...(minGain > 0 && { minGain }),
    ...(minImpurity > 0 && { minImpurity }),
    ...(purity < 1 && { purity }),
    ...(sizePenalty !== undefined && { sizePenalty }),
  };
}
