import type { Learner } from "./learner.js";
import type { LearnerName } from "./optionTypes.js";
import { unknownLearner } from "./unknownLearner.js";

/** Every learner, each in a module that is loaded on demand. */
const LOADERS: Readonly<Record<LearnerName, () => Promise<Learner>>> = {
  cart: async () => (await import("./presets/cart.js")).cart,
  c45: async () => (await import("./presets/c45.js")).c45,
  id3: async () => (await import("./presets/id3.js")).id3,
  oneR: async () => (await import("./oneR.js")).oneR,
  optimalTree: async () => (await import("./optimal/optimalTree.js")).optimalTree,
  linearTree: async () => (await import("./oblique/linearTree.js")).linearTree,
  ldaTree: async () => (await import("./oblique/ldaTree.js")).ldaTree,
  cartLC: async () => (await import("./oblique/searchedTrees.js")).cartLC,
  oc1: async () => (await import("./oblique/searchedTrees.js")).oc1,
  quadraticTree: async () => (await import("./oblique/quadraticTree.js")).quadraticTree,
  sphereTree: async () => (await import("./oblique/sphereTree.js")).sphereTree,
  perceptronTree: async () => (await import("./oblique/perceptronTree.js")).perceptronTree,
  omnivariate: async () => (await import("./oblique/omnivariate.js")).omnivariate,
  forest: async () => (await import("./ensemble/forest.js")).forest,
  extraTrees: async () => (await import("./ensemble/forest.js")).extraTrees,
  bagging: async () => (await import("./ensemble/bagging.js")).bagging,
  adaBoost: async () => (await import("./ensemble/adaBoost.js")).adaBoost,
  gradientBoost: async () => (await import("./ensemble/boost/gradientBoost.js")).gradientBoost,
  ripper: async () => (await import("./rules/ripper.js")).ripper,
  irep: async () => (await import("./rules/ripper.js")).irep,
  prism: async () => (await import("./rules/prism.js")).prism,
  c45rules: async () => (await import("./rules/c45/c45rules.js")).c45rules,
  regressionRules: async () => (await import("./rules/values/regressionRules.js")).regressionRules,
};

/** The learner of this name, loaded asynchronously: a page that learns trees loads no boosting. */
export async function loadLearner(name: string): Promise<Learner> {
  if (!Object.hasOwn(LOADERS, name)) throw unknownLearner(name, Object.keys(LOADERS));
  return LOADERS[name as LearnerName]();
}
