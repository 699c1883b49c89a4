import type * as z from "../base/schema.js";
import type { adaBoost } from "./ensemble/adaBoost.js";
import type { bagging } from "./ensemble/bagging.js";
import type { gradientBoost } from "./ensemble/boost/gradientBoost.js";
import type { extraTrees, forest } from "./ensemble/forest.js";
import type { incremental } from "./incremental/incremental.js";
import type { knn } from "./knn/knn.js";
import type { Learner } from "./learner.js";
import type { logisticLeaves } from "./logistic/logisticLeaves.js";
import type { modelTree } from "./modelTree/modelTree.js";
import type { ldaTree } from "./oblique/ldaTree.js";
import type { linearTree } from "./oblique/linearTree.js";
import type { omnivariate } from "./oblique/omnivariate.js";
import type { perceptronTree } from "./oblique/perceptronTree.js";
import type { quadraticTree } from "./oblique/quadraticTree.js";
import type { cartLC, oc1 } from "./oblique/searchedTrees.js";
import type { sphereTree } from "./oblique/sphereTree.js";
import type { oneR } from "./oneR.js";
import type { optimalTree } from "./optimal/optimalTree.js";
import type { c45 } from "./presets/c45.js";
import type { cart } from "./presets/cart.js";
import type { id3 } from "./presets/id3.js";
import type { ruleFit } from "./ruleFit/ruleFit.js";
import type { c45rules } from "./rules/c45/c45rules.js";
import type { prism } from "./rules/prism.js";
import type { irep, ripper } from "./rules/ripper.js";
import type { regressionRules } from "./rules/values/regressionRules.js";
import type { softTree } from "./soft/softTree.js";
import type { adaptiveForest } from "./stream/hoeffding/adaptiveForest.js";
import type { hoeffding, hoeffdingAdaptive, hoeffdingAnytime } from "./stream/hoeffding/hoeffding.js";

import type { treeFeatures } from "./treeFeatures/treeFeatures.js";

/** The learners by name, for their types. A test compares the names with those of the registry. */
interface LearnersByName {
  cart: typeof cart;
  c45: typeof c45;
  id3: typeof id3;
  oneR: typeof oneR;
  optimalTree: typeof optimalTree;
  modelTree: typeof modelTree;
  logisticLeaves: typeof logisticLeaves;
  ruleFit: typeof ruleFit;
  treeFeatures: typeof treeFeatures;
  softTree: typeof softTree;
  linearTree: typeof linearTree;
  ldaTree: typeof ldaTree;
  cartLC: typeof cartLC;
  oc1: typeof oc1;
  quadraticTree: typeof quadraticTree;
  sphereTree: typeof sphereTree;
  perceptronTree: typeof perceptronTree;
  omnivariate: typeof omnivariate;
  incremental: typeof incremental;
  hoeffding: typeof hoeffding;
  hoeffdingAnytime: typeof hoeffdingAnytime;
  hoeffdingAdaptive: typeof hoeffdingAdaptive;
  forest: typeof forest;
  extraTrees: typeof extraTrees;
  bagging: typeof bagging;
  adaBoost: typeof adaBoost;
  gradientBoost: typeof gradientBoost;
  knn: typeof knn;
  adaptiveForest: typeof adaptiveForest;
  ripper: typeof ripper;
  irep: typeof irep;
  prism: typeof prism;
  c45rules: typeof c45rules;
  regressionRules: typeof regressionRules;
}

export type LearnerName = keyof LearnersByName;

type Taken<L extends { readonly options: unknown }> = z.input<L["options"]>;

/** `of.minLeaf` is the option minLeaf of the learner that `of` names. */
type MemberOptions = {
  [K in keyof Taken<typeof cart> as `of.${K}`]?: Taken<typeof cart>[K];
};

type WithMembers<T> = T extends { settings?: unknown } ? T & MemberOptions : T;

/** The options that a learner takes, all of which may be left out; of a name that is only known at run time, any. */
export type OptionsOf<L> = L extends LearnerName
  ? WithMembers<Taken<LearnersByName[L]>>
  : L extends Learner
    ? WithMembers<Taken<L>>
    : Readonly<Record<string, unknown>>;
