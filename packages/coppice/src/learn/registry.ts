import { CoppiceError } from "../base/errors.js";
import { adaBoost } from "./ensemble/adaBoost.js";
import { bagging } from "./ensemble/bagging.js";
import { gradientBoost } from "./ensemble/boost/gradientBoost.js";
import { extraTrees, forest } from "./ensemble/forest.js";
import { learnerHint } from "./foreignNames.js";
import type { Learner } from "./learner.js";
import { c45rules } from "./rules/c45/c45rules.js";
import { prism } from "./rules/prism.js";
import { irep, ripper } from "./rules/ripper.js";
import { regressionRules } from "./rules/values/regressionRules.js";
import { treeLearners } from "./trees.js";

export type { TreeLearnerName } from "./trees.js";

export type EnsembleLearnerName = "forest" | "extraTrees" | "bagging" | "adaBoost" | "gradientBoost";

export type RuleLearnerName = "ripper" | "irep" | "prism" | "c45rules" | "regressionRules";

/** Every learner, in the order in which they are listed. Whoever is here is in the contract suite too. */
export const learners: readonly Learner[] = [
  ...treeLearners,
  forest,
  extraTrees,
  bagging,
  adaBoost,
  gradientBoost,
  ripper,
  irep,
  prism,
  c45rules,
  regressionRules,
];

export function learnerNamed(name: string): Learner {
  const found = learners.find((learner) => learner.name === name);
  if (found) return found;
  const names = learners.map((learner) => learner.name);
  throw new CoppiceError(
    "LEARNER_UNKNOWN",
    `there is no learner ${JSON.stringify(name)} among ${names.join(", ")}${learnerHint(name, names)}`,
    { name, rule: `one of ${names.join(", ")}` },
  );
}
