import type { Learner } from "./learner.js";
import type { LearnerName } from "./optionTypes.js";
import { c45 } from "./presets/c45.js";
import { cart } from "./presets/cart.js";
import { id3 } from "./presets/id3.js";
import { unknownLearner } from "./unknownLearner.js";

const ensembles = {
  forest: () => import("./ensemble/forest.js"),
  ofAnyLearner: () => import("./ensemble/baggingAndBoosting.js"),
  gradientBoost: () => import("./ensemble/boost/gradientBoost.js"),
};
const streams = () => import("./stream/hoeffding/hoeffding.js");
const rules = () => import("./rules/ruleLearners.js");

/** Every learner, loaded on demand except for those of a few bytes: all that they consist of is needed by others too. */
const LOADERS: Readonly<Record<LearnerName, () => Promise<Learner>>> = {
  cart: async () => cart,
  c45: async () => c45,
  id3: async () => id3,
  oneR: async () => (await import("./oneR.js")).oneR,
  optimalTree: async () => (await import("./optimal/optimalTree.js")).optimalTree,
  modelTree: async () => (await import("./modelTree/modelTree.js")).modelTree,
  logisticLeaves: async () => (await import("./logistic/logisticLeaves.js")).logisticLeaves,
  ruleFit: async () => (await import("./ruleFit/ruleFit.js")).ruleFit,
  treeFeatures: async () => (await import("./treeFeatures/treeFeatures.js")).treeFeatures,
  softTree: async () => (await import("./soft/softTree.js")).softTree,
  linearTree: async () => (await import("./oblique/linearTree.js")).linearTree,
  ldaTree: async () => (await import("./oblique/ldaTree.js")).ldaTree,
  cartLC: async () => (await import("./oblique/searchedTrees.js")).cartLC,
  oc1: async () => (await import("./oblique/searchedTrees.js")).oc1,
  quadraticTree: async () => (await import("./oblique/quadraticTree.js")).quadraticTree,
  sphereTree: async () => (await import("./oblique/sphereTree.js")).sphereTree,
  perceptronTree: async () => (await import("./oblique/perceptronTree.js")).perceptronTree,
  omnivariate: async () => (await import("./oblique/omnivariate.js")).omnivariate,
  incremental: async () => (await import("./incremental/incremental.js")).incremental,
  hoeffding: async () => (await streams()).hoeffding,
  hoeffdingAnytime: async () => (await streams()).hoeffdingAnytime,
  hoeffdingAdaptive: async () => (await streams()).hoeffdingAdaptive,
  forest: async () => (await ensembles.forest()).forest,
  extraTrees: async () => (await ensembles.forest()).extraTrees,
  bagging: async () => (await ensembles.ofAnyLearner()).bagging,
  adaBoost: async () => (await ensembles.ofAnyLearner()).adaBoost,
  gradientBoost: async () => (await ensembles.gradientBoost()).gradientBoost,
  knn: async () => (await import("./knn/knn.js")).knn,
  adaptiveForest: async () => (await import("./stream/hoeffding/adaptiveForest.js")).adaptiveForest,
  ripper: async () => (await rules()).ripper,
  irep: async () => (await rules()).irep,
  prism: async () => (await rules()).prism,
  c45rules: async () => (await rules()).c45rules,
  regressionRules: async () => (await rules()).regressionRules,
};

/** The learner of this name, loaded asynchronously: a page that learns trees loads no boosting. */
export async function loadLearner(name: string): Promise<Learner> {
  if (!Object.hasOwn(LOADERS, name)) throw unknownLearner(name, Object.keys(LOADERS));
  return LOADERS[name as LearnerName]();
}
