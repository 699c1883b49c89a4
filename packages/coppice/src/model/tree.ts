import type { ColumnSchema } from "../table/schema.js";
import type { Test } from "./test.js";

/**
 * A tree is plain data. Nodes stand in one list in preorder (a node before its branches, the branches left to right)
 * and name their branches by index, so that a tree of any depth survives JSON and recursion limits. Node 0 is the root.
 */
export interface TreeModel {
  readonly format: "coppice-tree";
  readonly version: 1;
  readonly learner: string;
  /** The options it was fitted with, defaults included. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly task: Task;
  /** With `levels` for classification: the classes, in code order. */
  readonly target: ColumnSchema;
  /** What the tests' attribute indexes mean. */
  readonly attributes: readonly ColumnSchema[];
  readonly training: { readonly rows: number; readonly weight: number; readonly seed: number };
  readonly nodes: readonly TreeNode[];
}

export type Task = "classification" | "regression";

export type TreeNode = LeafNode | SplitNode;

export type LeafNode = NodeFacts & { readonly test?: undefined };

export type SplitNode = NodeFacts & {
  readonly test: Test;
  /** One node index per outcome of the test; `missing` may name one more. */
  readonly branches: readonly number[];
  readonly missing: MissingRule;
  /** What the criterion gave for this test: higher is better. */
  readonly gain: number;
  /** Twoing's two super-categories: the classes that lean to branch 0, and the others. */
  readonly superclasses?: readonly [readonly number[], readonly number[]];
};

/** What happens to a row whose cell is missing, or whose level the test does not know. */
export type MissingRule =
  /** The row goes down every branch with these shares, which sum to 1 (C4.5). */
  | { readonly kind: "share"; readonly shares: readonly number[] }
  /** The row goes down one branch. */
  | { readonly kind: "branch"; readonly to: number };

/** What a node says of the rows that reach it: the answer, were it a leaf. */
export type NodeFacts = ClassFacts | ValueFacts;

export interface ClassFacts {
  /** Training weight that reached the node; 0 for a branch that no row took. */
  readonly weight: number;
  /** Class weights; a node that no row reached has its parent's. They are never all zero. */
  readonly counts: readonly number[];
  /** The predicted class. */
  readonly label: number;
}

export interface ValueFacts {
  readonly weight: number;
  /** The predicted value: mean or median. */
  readonly value: number;
  /** Mean squared error around the value, or mean absolute error when the value is the median. */
  readonly error: number;
}

export function isSplit(node: TreeNode): node is SplitNode {
  return node.test !== undefined;
}

export interface TreeSize {
  readonly nodes: number;
  readonly leaves: number;
  /** Edges on the longest path: 0 for a lone leaf. */
  readonly depth: number;
}

export function sizeOf(tree: Pick<TreeModel, "nodes">): TreeSize {
  const depths = depthsOf(tree);
  let leaves = 0;
  let depth = 0;
  tree.nodes.forEach((node, i) => {
    if (!isSplit(node)) leaves++;
    if (depths[i] > depth) depth = depths[i];
  });
  return { nodes: tree.nodes.length, leaves, depth };
}

/** Each node's distance from the root. Preorder: a parent's depth is known before its branches'. */
export function depthsOf(tree: Pick<TreeModel, "nodes">): Int32Array {
  const depths = new Int32Array(tree.nodes.length);
  tree.nodes.forEach((node, i) => {
    if (isSplit(node)) for (const branch of node.branches) depths[branch] = depths[i] + 1;
  });
  return depths;
}
