import { attributesRead, importance, isRules, isTree, type Model, modelSize, type TreeModel } from "coppice";
import { editedNodes, editText, lockedNodes, nodeAt, nodePaths } from "coppice/edit";
import type { Training } from "coppice/evaluate";
import { shown } from "../base/text.js";
import type { ModelFacts } from "./protocol.js";
import type { Scored } from "./score.js";
import { treeView } from "./treeView.js";

/** What the page shows of a model. */
export function modelFacts(model: Model, training?: Training, scored?: Scored): ModelFacts {
  // A rule set has no splits, of which importance is the gain.
  const values = isRules(model) ? [] : Object.entries(importance(model).values);
  return {
    kind: isTree(model) ? "tree" : model.format === "coppice-rules" ? "rules" : "ensemble",
    learner: model.learner,
    target: model.target.name,
    size: { ...modelSize(model) },
    ...(isTree(model) && { tree: treeView(model) }),
    ...(isTree(model) && model.pruning && { pruning: model.pruning }),
    ...(scored && { train: scored.score }),
    importance: values
      .filter(([, value]) => value > 0)
      .map(([attribute, value]) => ({ attribute: shown(attribute, 60), value })),
    reads: attributesRead(model),
    warnings: training?.warnings ?? [],
    ...(isTree(model) ? editFacts(model) : { edits: [], edited: [], locked: [] }),
  };
}

function editFacts(model: TreeModel): Pick<ModelFacts, "edits" | "edited" | "locked" | "paths"> {
  const at = (path: string) => nodeAt(model, path);
  return {
    edits: (model.edits ?? []).map((each) => shown(editText(each), 160)),
    edited: editedNodes(model).map(({ node }) => at(node)),
    locked: lockedNodes(model).map(at),
    paths: nodePaths(model),
  };
}
