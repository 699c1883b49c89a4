/** The options to try first, six per learner (all of them where a learner has no more), the most useful first. */
const TREE = ["maxDepth", "minLeaf", "criterion", "prune", "missing", "priors"] as const;
const FOREST = ["trees", "attributesPerNode", "minLeaf", "sampleShare", "importance", "priors"] as const;

const ESSENTIALS: Readonly<Record<string, readonly string[]>> = {
  cart: TREE,
  c45: ["confidence", "minLeaf", "prune", "criterion", "missing", "priors"],
  id3: ["maxDepth", "minLeaf", "criterion", "bins", "prune", "missing"],
  oneR: ["minBucket", "missing", "priors", "loss", "attributeCosts", "costForm"],
  optimalTree: ["maxDepth", "alpha", "maxLeaves", "nominal", "steps", "loss"],
  modelTree: ["members", "neighbours", "minLeaf", "smoothing", "splitOn", "penalty"],
  logisticLeaves: ["members", "minLeaf", "shrinkage", "penalty", "maxDepth", "missing"],
  softTree: ["maxDepth", "maxLeaves", "decay", "validation", "gates", "steps"],
  forest: FOREST,
  extraTrees: FOREST,
  bagging: ["trees", "of", "settings", "sampleShare", "combine", "oob"],
  adaBoost: ["trees", "of", "settings", "variant"],
  gradientBoost: ["rounds", "learningRate", "maxLeaves", "validation", "lambda", "loss"],
  ripper: ["optimisations", "minWeight", "folds", "pruning", "nominal", "loss"],
  irep: ["minWeight", "folds", "maxError", "nominal", "ruleValue", "loss"],
  prism: ["minWeight", "nominal"],
  c45rules: ["confidence", "minLeaf", "priors", "loss"],
  regressionRules: ["then", "from", "minWeight", "smoothing", "folds"],
  foil: ["minAccuracy", "maxVariables", "noise", "negation", "recursion", "constants"],
};

/** The options to start with; none for a learner of the user's own. */
export function essentialsOf(learner: string): readonly string[] {
  return Object.hasOwn(ESSENTIALS, learner) ? ESSENTIALS[learner] : [];
}
