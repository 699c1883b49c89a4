import { nodesFrom, withOtherNodes } from "../../model/lazyNodes.js";
import { columnEnds, columnMakerOf } from "../../model/packedTree.js";
import { isSplit, type LeafNode, type NodeFacts, type TreeModel, type TreeNode } from "../../model/tree.js";
import { endsOf } from "../../model/walk.js";

/** The tree with these nodes made leaves. The nodes below them are removed; the rest is renumbered in preorder. */
export function cutAt(model: TreeModel, nodes: Iterable<number>): TreeModel {
  const maker = columnMakerOf(model);
  const ends = maker ? columnEnds(maker.partly ?? maker()) : endsOf(model);
  const count = ends.length;
  const cut = new Uint8Array(count);
  for (const node of nodes) cut[node] = 1;
  const place = new Int32Array(count);
  const isKept = new Uint8Array(count);
  const kept: number[] = [];
  for (let i = 0; i < count; i = cut[i] ? ends[i] : i + 1) {
    place[i] = kept.length;
    isKept[i] = 1;
    kept.push(i);
  }
  // Where there are columns, nodes that are removed are never made.
  const made = maker ? nodesFrom(maker.partly?.pack(kept) ?? maker(), isKept) : model.nodes;
  return withOtherNodes(
    model,
    kept.map((i) => (cut[i] ? leafOf(made[i]) : moved(made[i], place))),
  );
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
