import { CoppiceError } from "../base/errors.js";
import { isEnsembleLearner, type TreeLearner } from "../learn/learner.js";
import { learnerNamed } from "../learn/registry.js";
import { isEnsemble, type Model, memberCount } from "../model/ensemble.js";
import type { TreeModel } from "../model/tree.js";

/** For verbs that look into one tree. `verb` says what they would do: `coppice prune prunes`. */
export function treeOnly(model: Model, verb: string): TreeModel {
  if (!isEnsemble(model)) return model;
  const message = `${verb} one tree, and this model is an ensemble of ${memberCount(model)} (${model.learner})`;
  throw new CoppiceError("MODEL_KIND", message, { name: model.learner, rule: "a model of one tree" });
}

export function treeLearnerOnly(name: string, verb: string): TreeLearner {
  const learner = learnerNamed(name);
  if (!isEnsembleLearner(learner)) return learner;
  const message = `${verb} one tree, and ${name} learns many`;
  throw new CoppiceError("MODEL_KIND", message, { name, rule: "a learner of one tree" });
}
