import { type ClassFacts, isSplit, type SplitNode, type TreeModel, type TreeNode } from "../../model/tree.js";
import { classFacts } from "../label/facts.js";
import { leafOf } from "./cutAt.js";

/** A node of a tree that is being rebuilt, with the training rows that reach it. */
export interface MovableNode {
  /** Its index in the model, and that of the node whose test it has. */
  readonly node: number;
  splitOf: number;
  counts: Float64Array;
  /** The node's facts in the model; absent once other rows reach it. */
  facts: TreeNode | undefined;
  /** Absent for a leaf. */
  split: SplitNode | undefined;
  branches: MovableNode[];
  /** Its expected errors as a leaf, once computed. */
  promise: number | undefined;
}

/** A classification tree whose branches can be moved, rows and all. */
export interface MovableTree {
  readonly model: TreeModel;
  readonly root: MovableNode;
  makeLeaf(node: MovableNode): void;
  /** The node becomes its branch b, down which all its rows now go. */
  raise(node: MovableNode, b: number): void;
  /**
   * The class weights of the leaves below `branch` if all rows of `node` went down it, one after the other, the last
   * leaf first. Valid until the next call.
   */
  countsIfRaised(branch: MovableNode, node: MovableNode): Float64Array;
}

export function movableNodes(model: TreeModel): MovableNode[] {
  const nodes = model.nodes.map(
    (node, i): MovableNode => ({
      node: i,
      splitOf: i,
      counts: NO_COUNTS,
      facts: node,
      split: isSplit(node) ? node : undefined,
      branches: [],
      promise: undefined,
    }),
  );
  for (const node of nodes) if (node.split) node.branches = node.split.branches.map((b) => nodes[b]);
  return nodes;
}

const NO_COUNTS = new Float64Array(0);

/** The rebuilt tree as a model, in preorder. Nodes whose rows have not changed keep their figures exactly. */
export function modelOfMovable({ root, model }: Pick<MovableTree, "root" | "model">): TreeModel {
  const nodes: TreeNode[] = [];
  const stack: { node: MovableNode; parent?: ClassFacts; link?: { of: number[]; at: number } }[] = [
    { node: root },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, parent, link } = next;
    const facts = (
      node.facts ? leafOf(node.facts) : classFacts(node.counts, parent, model.costs)
    ) as ClassFacts;
    if (link) link.of[link.at] = nodes.length;
    if (node.split === undefined) {
      nodes.push(facts);
      continue;
    }
    const branches = new Array<number>(node.branches.length);
    nodes.push({ ...node.split, ...facts, branches });
    for (let b = node.branches.length - 1; b >= 0; b--) {
      stack.push({ node: node.branches[b], parent: facts, link: { of: branches, at: b } });
    }
  }
  return { ...model, nodes };
}
