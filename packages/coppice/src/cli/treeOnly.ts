import { CoppiceError } from "../base/errors.js";
import { isTreeLearner, type TreeLearner } from "../learn/learner.js";
import { learnerNamed } from "../learn/registry.js";
import { memberCount } from "../model/ensemble.js";
import { isEnsemble, isTree, type Model } from "../model/model.js";
import type { TreeModel } from "../model/tree.js";

/** For verbs that look into one tree. `verb` says what they would do: `coppice prune prunes`. */
export function treeOnly(model: Model, verb: string): TreeModel {
  if (isTree(model)) return model;
  const what = isEnsemble(model)
    ? `an ensemble of ${memberCount(model)} (${model.learner})`
    : `a set of rules (${model.learner})`;
  const message = `${verb} one tree, and this model is ${what}`;
  throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "a model of one tree" });
}

export function treeLearnerOnly(name: string, verb: string): TreeLearner {
  const learner = learnerNamed(name);
  if (isTreeLearner(learner)) return learner;
  const message = `${verb} one tree, and ${name} learns ${learner.kind === "rules" ? "rules" : "many"}`;
  throw new CoppiceError("MODEL_KIND", message, { name, rule: "a learner of one tree" });
}
