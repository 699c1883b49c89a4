import { mustBe } from "../base/errors.js";
import { type EnsembleModel, memberCount } from "./ensemble.js";
import type { TreeModel } from "./tree.js";
import { unpackTree } from "./unpackTree.js";

/** One member as a model of its own; counted from 0. */
export function memberTree(model: EnsembleModel, member: number): TreeModel {
  const { members, combine, learner, options, training, attributes, costs, derived } = model;
  const count = memberCount(model);
  if (!(Number.isInteger(member) && member >= 0 && member < count)) {
    throw mustBe("OPTION_RANGE", "tree", `an integer from 0 to ${count - 1}`, member);
  }
  if (members.kind === "packed" && !ArrayBuffer.isView(members.trees.starts))
    throw mustBe("MODEL_INVALID", "the model", "read by parseModel first", "JSON");
  if (members.kind === "models") return members.models[member];
  // Trees of scores are regression trees, whatever the ensemble predicts.
  const isScore = combine.kind === "sum";
  const task = isScore ? "regression" : model.task;
  return {
    format: "coppice-tree",
    version: 2,
    learner,
    options,
    task,
    target: isScore ? { name: `score of ${model.target.name}`, type: "numeric" } : model.target,
    attributes,
    training,
    ...(costs && !isScore && { costs }),
    ...(derived && { derived }),
    nodes: unpackTree(members.trees, member, attributes, task, costs),
  };
}
