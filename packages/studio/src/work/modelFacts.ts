import { attributesRead, importance, isRules, isTree, type Model, modelSize, type TreeModel } from "coppice";
import { constraintsAt, editedNodes, editText, lockedNodes, nodeAt, nodePaths, notesOf } from "coppice/edit";
import type { Training } from "coppice/evaluate";
import { shown } from "../base/text.js";
import type { ModelFacts, NodeConstraints } from "./protocol.js";
import type { Scored } from "./score.js";
import { treeView } from "./treeView.js";

const MOST_NOTE = 2000;

/** What the page shows of a model. */
export function modelFacts(model: Model, training?: Training, scored?: Scored): ModelFacts {
  // A rule set has no splits, of which importance is the gain.
  const values = isRules(model) ? [] : Object.entries(importance(model).values);
  return {
    kind: isTree(model) ? "tree" : model.format === "coppice-rules" ? "rules" : "ensemble",
    ...(isTree(model) && model.nodes.length === 1 && model.nodes[0].answer && { isFormula: true }),
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
    ...(isTree(model) ? editFacts(model) : NO_EDITS),
  };
}

type EditFacts = Pick<ModelFacts, "edits" | "edited" | "locked" | "notes" | "constraints" | "paths">;

const NO_EDITS: EditFacts = { edits: [], edited: [], locked: [], notes: [], constraints: [] };

function editFacts(model: TreeModel): EditFacts {
  const at = (path: string) => nodeAt(model, path);
  return {
    edits: (model.edits ?? []).map((each) => shown(editText(each), 160)),
    edited: editedNodes(model).map(({ node }) => at(node)),
    locked: lockedNodes(model).map(at),
    notes: notesOf(model).map(({ node, text }) => ({ node: at(node), text: shown(text, MOST_NOTE) })),
    constraints: ownConstraints(model),
    paths: nodePaths(model),
  };
}

/** What was forbidden or preferred at nodes and is still in force. */
function ownConstraints(model: TreeModel): NodeConstraints[] {
  const { edits = [] } = model;
  const nodes = new Set(
    edits.flatMap(({ kind, node }) => (kind === "forbid" || kind === "prefer" ? [node] : [])),
  );
  const paths = new Set(nodePaths(model));
  return [...nodes]
    .filter((node) => paths.has(node))
    .map((node) => {
      const held = constraintsAt(model, node);
      const own = (kind: "forbid" | "prefer", inForce: readonly string[]) => {
        const last = edits.findLast((edit) => edit.kind === kind && edit.node === node);
        return last && "attributes" in last ? last.attributes.filter((name) => inForce.includes(name)) : [];
      };
      return {
        node: nodeAt(model, node),
        forbidden: own("forbid", held.forbidden),
        preferred: own("prefer", held.preferred),
      };
    })
    .filter(({ forbidden, preferred }) => forbidden.length + preferred.length > 0);
}
