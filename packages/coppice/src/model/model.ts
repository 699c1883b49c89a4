import { unreachable } from "../base/errors.js";
import { type EnsembleModel, type EnsembleSize, ensembleSize } from "./ensemble.js";
import { type RuleModel, type RuleSize, ruleSize } from "./ruleSet.js";
import { sizeOf, type TreeModel, type TreeSize } from "./tree.js";

/** Any model that a learner returns and `parseModel` reads; `format` tells them apart. */
export type Model = TreeModel | EnsembleModel | RuleModel;

/** Whether the model is a single tree. */
export function isTree(model: Model): model is TreeModel {
  return model.format === "coppice-tree";
}

/** Whether the model is an ensemble of trees. */
export function isEnsemble(model: Model): model is EnsembleModel {
  return model.format === "coppice-ensemble";
}

/** Whether the model is a set of rules. */
export function isRules(model: Model): model is RuleModel {
  return model.format === "coppice-rules";
}

export type ModelSize = TreeSize | EnsembleSize | RuleSize;

/** The size of a model: nodes, leaves and depth, and the number of trees; or rules and conditions. */
export function modelSize(model: Model): ModelSize {
  switch (model.format) {
    case "coppice-tree":
      return sizeOf(model);
    case "coppice-ensemble":
      return ensembleSize(model);
    case "coppice-rules":
      return ruleSize(model);
    default:
      return unreachable(model);
  }
}
