import { CoppiceError } from "../../base/errors.js";
import { isSplit, type TreeModel } from "../../model/tree.js";

/** Rejects a tree whose rows reach every leaf: no node of it can become a leaf by itself. */
export function checkHard({ nodes, learner }: TreeModel): void {
  if (!nodes.some((node) => isSplit(node) && node.test.kind === "gate")) return;
  const message =
    "the gates of this tree send every row down all branches, so its nodes cannot be pruned one by one: turn the gates into thresholds first (harden, or coppice prune --hard), or fit it with gates=hard";
  throw new CoppiceError("MODEL_KIND", message, { name: learner, rule: "a tree without gates" });
}

/** Rejects what cannot be pruned after it was learned. */
export function checkPrunable(model: TreeModel): void {
  checkHard(model);
  if (!model.nodes.some(({ answer }) => answer)) return;
  throw new CoppiceError(
    "MODEL_KIND",
    `a tree with formulas in its leaves is pruned as it is learned: use the options of ${model.learner}`,
    { name: model.learner, rule: "a tree with constant leaves" },
  );
}
