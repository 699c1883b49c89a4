/** The options to try first, six per learner (all of them where a learner has no more), the most useful first. */
const TREE = ["maxDepth", "minLeaf", "criterion", "prune", "missing", "priors"] as const;
const FOREST = ["trees", "attributesPerNode", "minLeaf", "sampleShare", "importance", "priors"] as const;

const HOEFFDING = ["grace", "delta", "tie", "leaves", "thresholds", "memory"] as const;

const ESSENTIALS: Readonly<Record<string, readonly string[]>> = {
  cart: TREE,
  c45: ["confidence", "minLeaf", "prune", "criterion", "missing", "priors"],
  id3: ["maxDepth", "minLeaf", "criterion", "bins", "prune", "missing"],
  oneR: ["minBucket", "missing", "priors", "loss", "attributeCosts", "costForm"],
  optimalTree: ["maxDepth", "alpha", "maxLeaves", "nominal", "steps", "loss"],
  modelTree: ["members", "neighbours", "minLeaf", "smoothing", "splitOn", "penalty"],
  logisticLeaves: ["members", "minLeaf", "shrinkage", "penalty", "maxDepth", "missing"],
  ruleFit: ["trees", "maxLeaves", "linear", "penalty", "standardErrors", "minLeaf"],
  treeFeatures: ["trees", "maxLeaves", "grow", "then", "penalty", "minLeaf"],
  softTree: ["maxDepth", "maxLeaves", "decay", "validation", "gates", "steps"],
  linearTree: ["nodeLoss", "penalty", "cut", "eliminate", "minLeaf", "prune"],
  ldaTree: ["branches", "groups", "shrinkage", "eliminate", "minLeaf", "prune"],
  cartLC: ["simplify", "minLeaf", "maxDepth", "criterion", "prune", "missing"],
  oc1: ["restarts", "jumps", "minLeaf", "maxDepth", "criterion", "prune"],
  quadraticTree: ["nodeLoss", "penalty", "cut", "groups", "minLeaf", "prune"],
  sphereTree: ["shape", "penalty", "cut", "singleAttributes", "minLeaf", "prune"],
  perceptronTree: ["hidden", "starts", "penalty", "cut", "minLeaf", "prune"],
  omnivariate: ["nonlinear", "nodeTest", "nodeSignificance", "penalty", "minLeaf", "prune"],
  hoeffding: HOEFFDING,
  hoeffdingAnytime: HOEFFDING,
  hoeffdingAdaptive: HOEFFDING,
  adaptiveForest: ["trees", "attributes", "times", "drift", "grace", "memory"],
  incremental: ["criterion", "nominal", "prune", "minLeaf", "minSplit", "maxDepth"],
  forest: FOREST,
  extraTrees: FOREST,
  bagging: ["trees", "of", "settings", "sampleShare", "combine", "oob"],
  adaBoost: ["trees", "of", "settings", "variant"],
  gradientBoost: ["rounds", "learningRate", "maxLeaves", "validation", "lambda", "loss"],
  knn: ["attributes", "k", "scale", "minLeaf", "pruneRule"],
  ripper: ["optimisations", "minWeight", "folds", "pruning", "nominal", "loss"],
  irep: ["minWeight", "folds", "maxError", "nominal", "ruleValue", "loss"],
  prism: ["minWeight", "nominal", "strings"],
  c45rules: ["confidence", "minLeaf", "priors", "loss", "strings"],
  regressionRules: ["then", "from", "minWeight", "smoothing", "folds", "strings"],
  foil: ["minAccuracy", "maxVariables", "noise", "negation", "recursion", "constants"],
};

/** The options to start with; none for a learner of the user's own. */
export function essentialsOf(learner: string): readonly string[] {
  return Object.hasOwn(ESSENTIALS, learner) ? ESSENTIALS[learner] : [];
}
