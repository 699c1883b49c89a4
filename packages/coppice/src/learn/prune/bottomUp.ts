import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import { cutAt } from "./cutAt.js";

/** From the leaves up: removes a test whose branches are all leaves (by now) if `goes` returns true. */
export function bottomUp(model: TreeModel, goes: (node: SplitNode, index: number) => boolean): TreeModel {
  const isLeaf = Uint8Array.from(model.nodes, (node) => (isSplit(node) ? 0 : 1));
  const cut: number[] = [];
  for (let i = model.nodes.length - 1; i >= 0; i--) {
    const node = model.nodes[i];
    if (!isSplit(node) || node.branches.some((branch) => !isLeaf[branch]) || !goes(node, i)) continue;
    isLeaf[i] = 1;
    cut.push(i);
  }
  return cutAt(model, cut);
}
