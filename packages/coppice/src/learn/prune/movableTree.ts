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

/** A rebuilt tree, as a model is made of it. */
export interface RebuiltTree<N> {
  readonly model: TreeModel;
  readonly root: N;
  /** The node's facts in the model; undefined if other rows reach it now. */
  factsOf(node: N): TreeNode | undefined;
  /** Its class weights now. */
  countsOf(node: N): Float64Array;
  /** Undefined for a leaf. */
  splitOf(node: N): SplitNode | undefined;
  branchesOf(node: N): ArrayLike<N>;
  /** Is told the place of a leaf among the model's nodes. */
  onLeaf?(node: N, place: number): void;
}

export function modelOfMovable({ root, model }: Pick<MovableTree, "root" | "model">): TreeModel {
  return modelOfRebuilt({
    ...{ model, root },
    factsOf: ({ facts }: MovableNode) => facts,
    countsOf: ({ counts }) => counts,
    splitOf: ({ split }) => split,
    branchesOf: ({ branches }) => branches,
  });
}

/** The rebuilt tree as a model, in preorder. Nodes whose rows have not changed keep their figures exactly. */
export function modelOfRebuilt<N>(rebuilt: RebuiltTree<N>): TreeModel {
  const { root, model } = rebuilt;
  const nodes: TreeNode[] = [];
  const stack: { node: N; parent?: ClassFacts; of?: number[]; at: number }[] = [{ node: root, at: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, parent, of, at } = next;
    const known = rebuilt.factsOf(node);
    const facts = (
      known ? leafOf(known) : classFacts(rebuilt.countsOf(node), parent, model.costs)
    ) as ClassFacts;
    if (of) of[at] = nodes.length;
    const split = rebuilt.splitOf(node);
    if (split === undefined) {
      rebuilt.onLeaf?.(node, nodes.length);
      nodes.push(facts);
      continue;
    }
    const sons = rebuilt.branchesOf(node);
    const branches = new Array<number>(sons.length);
    nodes.push({ ...split, ...facts, branches });
    for (let b = sons.length - 1; b >= 0; b--)
      stack.push({ node: sons[b], parent: facts, of: branches, at: b });
  }
  return { ...model, nodes };
}
