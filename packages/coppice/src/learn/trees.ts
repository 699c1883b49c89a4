import { incremental } from "./incremental/incremental.js";
import type { TreeLearner } from "./learner.js";
import { logisticLeaves } from "./logistic/logisticLeaves.js";
import { modelTree } from "./modelTree/modelTree.js";
import { ldaTree } from "./oblique/ldaTree.js";
import { linearTree } from "./oblique/linearTree.js";
import { omnivariate } from "./oblique/omnivariate.js";
import { perceptronTree } from "./oblique/perceptronTree.js";
import { quadraticTree } from "./oblique/quadraticTree.js";
import { cartLC, oc1 } from "./oblique/searchedTrees.js";
import { sphereTree } from "./oblique/sphereTree.js";
import { oneR } from "./oneR.js";
import { optimalTree } from "./optimal/optimalTree.js";
import { c45 } from "./presets/c45.js";
import { cart } from "./presets/cart.js";
import { id3 } from "./presets/id3.js";
import { ruleFit } from "./ruleFit/ruleFit.js";
import { softTree } from "./soft/softTree.js";
import { hoeffding, hoeffdingAdaptive, hoeffdingAnytime } from "./stream/hoeffding/hoeffding.js";

import { treeFeatures } from "./treeFeatures/treeFeatures.js";

/** Every tree learner, in the order in which they are listed. */
export const treeLearners: readonly TreeLearner[] = [
  cart,
  c45,
  id3,
  oneR,
  optimalTree,
  modelTree,
  logisticLeaves,
  ruleFit,
  treeFeatures,
  softTree,
  linearTree,
  ldaTree,
  cartLC,
  oc1,
  quadraticTree,
  sphereTree,
  perceptronTree,
  omnivariate,
  incremental,
  hoeffding,
  hoeffdingAnytime,
  hoeffdingAdaptive,
];

export const TREE_LEARNER_NAMES = [
  "cart",
  "c45",
  "id3",
  "oneR",
  "optimalTree",
  "modelTree",
  "logisticLeaves",
  "ruleFit",
  "treeFeatures",
  "softTree",
  "linearTree",
  "ldaTree",
  "cartLC",
  "oc1",
  "quadraticTree",
  "sphereTree",
  "perceptronTree",
  "omnivariate",
  "incremental",
  "hoeffding",
  "hoeffdingAnytime",
  "hoeffdingAdaptive",
] as const;
export type TreeLearnerName = (typeof TREE_LEARNER_NAMES)[number];
