import { isSplit, type LeafNode, type NodeFacts, type TreeModel, type TreeNode } from "../../model/tree.js";
import { endsOf } from "../../model/walk.js";

/** The tree with these nodes made leaves. The nodes below them are removed; the rest is renumbered in preorder. */
export function cutAt(model: TreeModel, nodes: Iterable<number>): TreeModel {
  const cut = new Uint8Array(model.nodes.length);
  for (const node of nodes) cut[node] = 1;
  const ends = endsOf(model);
  const place = new Int32Array(model.nodes.length);
  const kept: number[] = [];
  for (let i = 0; i < model.nodes.length; i = cut[i] ? ends[i] : i + 1) {
    place[i] = kept.length;
    kept.push(i);
  }
  return {
    ...model,
    nodes: kept.map((i) => (cut[i] ? leafOf(model.nodes[i]) : moved(model.nodes[i], place))),
  };
}

function moved(node: TreeNode, place: Int32Array): TreeNode {
  return isSplit(node) ? { ...node, branches: node.branches.map((branch) => place[branch]) } : node;
}

/** The facts of a node, without its test. */
export function leafOf(node: NodeFacts): LeafNode {
  return "counts" in node
    ? { weight: node.weight, counts: node.counts, label: node.label }
    : { weight: node.weight, value: node.value, error: node.error };
}
