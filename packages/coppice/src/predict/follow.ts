import { isSplit, type SplitNode, type TreeModel } from "../model/tree.js";
import { type CompiledTree, descent } from "./compile.js";
import { openOf } from "./eachValue.js";
import type { Follow } from "./treeAnswers.js";
import { walk } from "./walk.js";

/**
 * `walk` on a compiled tree: from one node that divides a row to the next the row is sent down typed arrays. Trees with
 * gates, surrogates, or values that are tried each are walked.
 */
export function followIn(model: TreeModel, tree: CompiledTree): Follow {
  const { nodes } = model;
  if (!isPlain(model)) return (cells, row, visit) => walk(model, cells, row, visit);
  const pending: number[] = [];
  const shares: number[] = [];
  return (cells, row, visit) => {
    pending.push(0);
    shares.push(1);
    while (pending.length > 0) {
      const reached = descent(tree, cells, row, pending.pop()!);
      const share = shares.pop()!;
      if (reached >= 0) {
        visit(reached, share);
        continue;
      }
      const { missing, branches } = nodes[~reached] as SplitNode;
      const parts = missing.kind === "share" ? missing.shares : [];
      for (let b = parts.length - 1; b >= 0; b--) {
        if (!(parts[b] > 0)) continue;
        pending.push(branches[b]);
        shares.push(share * parts[b]);
      }
    }
  };
}

/** Whether nothing but missing values divides rows, by shares that the nodes have. */
export function isPlain(model: TreeModel): boolean {
  const isSo = model.nodes.every(
    (node) => !isSplit(node) || (node.test.kind !== "gate" && node.missing.kind !== "surrogates"),
  );
  return isSo && openOf(model) === undefined;
}
