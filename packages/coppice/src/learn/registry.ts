import { adaBoost } from "./ensemble/adaBoost.js";
import { bagging } from "./ensemble/bagging.js";
import { gradientBoost } from "./ensemble/boost/gradientBoost.js";
import { extraTrees, forest } from "./ensemble/forest.js";
import { knn } from "./knn/knn.js";
import type { Learner } from "./learner.js";
import { c45rules } from "./rules/c45/c45rules.js";
import { prism } from "./rules/prism.js";
import { irep, ripper } from "./rules/ripper.js";
import { regressionRules } from "./rules/values/regressionRules.js";
import { adaptiveForest } from "./stream/hoeffding/adaptiveForest.js";
import { treeLearners } from "./trees.js";
import { unknownLearner } from "./unknownLearner.js";

export type { TreeLearnerName } from "./trees.js";

export type EnsembleLearnerName =
  | "forest"
  | "extraTrees"
  | "bagging"
  | "adaBoost"
  | "gradientBoost"
  | "knn"
  | "adaptiveForest";

export type RuleLearnerName = "ripper" | "irep" | "prism" | "c45rules" | "regressionRules";

/** Every learner, in the order in which `coppice learners` lists them. The contract suite tests each of them. */
export const learners: readonly Learner[] = [
  ...treeLearners,
  forest,
  extraTrees,
  bagging,
  adaBoost,
  gradientBoost,
  knn,
  adaptiveForest,
  ripper,
  irep,
  prism,
  c45rules,
  regressionRules,
];

/** The learner of this name; an unknown name is a `LEARNER_UNKNOWN` error. */
export function learnerNamed(name: string): Learner {
  const found = learners.find((learner) => learner.name === name);
  if (found) return found;
  throw unknownLearner(
    name,
    learners.map((learner) => learner.name),
  );
}
