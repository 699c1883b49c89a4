import type { Condition } from "./condition.js";
import type { Costs } from "./costs.js";
import type { ModelHead } from "./head.js";
import type { Test } from "./test.js";
import { columnDepths, columnsOf } from "./treeColumns.js";

export type { Task } from "./head.js";

/**
 * A tree is plain data. Nodes stand in one list in preorder (a node before its branches, the branches left to right)
 * and name their branches by index, so that a tree of any depth survives JSON and recursion limits. Node 0 is the root.
 */
export interface TreeModel extends ModelHead {
  readonly format: "coppice-tree";
  /** Priors and losses, where the user gave any: they change posteriors and labels, not counts. */
  readonly costs?: Costs;
  /** The sequence of cost-complexity pruning, whatever tree of it was chosen. */
  readonly pruning?: readonly PruningRow[];
  /** What is done to a row's cells before the tests see them; absent: nothing. */
  readonly preparation?: readonly Preparation[];
  readonly nodes: readonly TreeNode[];
}

/** One attribute's part in a preparation; all but combinations see the cells as the table has them. */
export type Preparation =
  /** A missing cell is taken for this one. */
  | { readonly kind: "fill"; readonly attribute: number; readonly cell: number }
  /** A missing cell is taken for what this tree, on the other attributes, says. */
  | { readonly kind: "predict"; readonly attribute: number; readonly nodes: readonly TreeNode[] }
  /** The attribute is in no table: its levels say whether the cell of attribute `of` is there (0) or missing (1). */
  | { readonly kind: "indicator"; readonly attribute: number; readonly of: number }
  /**
   * The attribute is in no table: its levels say whether all conditions hold (1) or one fails (0). It is missing where
   * missing cells leave that open. Combinations come last and see the cells that the other steps made.
   */
  | { readonly kind: "combination"; readonly attribute: number; readonly all: readonly Condition[] }
  /** A missing cell may be any of these, with these shares, which sum to 1; the row's answer is the likeliest. */
  | {
      readonly kind: "eachValue";
      readonly attribute: number;
      readonly cells: readonly number[];
      readonly shares: readonly number[];
    };

/** A tree of the pruning sequence, as rpart prints it: alpha and errors are relative to those of the root alone. */
export interface PruningRow {
  readonly alpha: number;
  readonly splits: number;
  readonly error: number;
  /** Error on held-out rows, and its standard error, where the size was chosen by them. */
  readonly crossError?: number;
  readonly crossStd?: number;
}

export type TreeNode = LeafNode | SplitNode;

export type LeafNode = NodeFacts & { readonly test?: undefined };

export type SplitNode = NodeFacts & {
  readonly test: Test;
  /** One node index per outcome of the test; `missing` may name one more. */
  readonly branches: readonly number[];
  readonly missing: MissingRule;
  /** What the criterion gave for this test: higher is better. */
  readonly gain: number;
  /** The competing splits on other attributes, if requested; best first. */
  readonly competitors?: readonly Competitor[];
  /** The two superclasses of twoing: the classes that go mostly to branch 0, and the others. */
  readonly superclasses?: readonly [readonly number[], readonly number[]];
};

/** What happens to a row whose cell is missing, or whose level the test does not know. */
export type MissingRule = PlainRule | SurrogateRule;

export type PlainRule =
  /** The row goes down every branch with these shares, which sum to 1 (C4.5). */
  | { readonly kind: "share"; readonly shares: readonly number[] }
  /** The row goes down one branch. */
  | { readonly kind: "branch"; readonly to: number };

/** The first surrogate that knows the row decides (CART; D 8.3.10); `otherwise` where none does. */
export interface SurrogateRule {
  readonly kind: "surrogates";
  readonly surrogates: readonly Surrogate[];
  readonly otherwise: PlainRule;
}

/** A test on another attribute that sends rows where the node's own test would. */
export interface Surrogate {
  readonly test: Test;
  /** The branch of the node that each outcome of the test stands for; -1 for an outcome that says nothing. */
  readonly to: readonly number[];
  /** Rows that both tests send to one branch, as a share of the rows whose branch the node's own test knows. */
  readonly agreement: number;
  /** How far that lies between sending all rows to the largest branch (0) and no error at all (1). */
  readonly adjusted: number;
}

/** A competing split that was not chosen. */
export interface Competitor {
  readonly test: Test;
  readonly gain: number;
}

/** The prediction of a node for the rows that reach it, as if it were a leaf. */
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

/** Whether a node is a split, and so has a test; otherwise it is a leaf. */
export function isSplit(node: TreeNode): node is SplitNode {
  return node.test !== undefined;
}

export interface TreeSize {
  readonly nodes: number;
  readonly leaves: number;
  /** Edges on the longest path: 0 for a lone leaf. */
  readonly depth: number;
}

/** The number of nodes and leaves of a tree, and its depth. */
export function sizeOf(tree: Pick<TreeModel, "nodes">): TreeSize {
  const depths = depthsOf(tree);
  const columns = columnsOf(tree);
  let leaves = 0;
  let depth = 0;
  for (let i = 0; i < depths.length; i++) {
    if (columns ? columns.attribute[i] < 0 : !isSplit(tree.nodes[i])) leaves++;
    if (depths[i] > depth) depth = depths[i];
  }
  return { nodes: depths.length, leaves, depth };
}

/** Each node's distance from the root. Preorder: a parent's depth is known before its branches'. */
export function depthsOf(tree: Pick<TreeModel, "nodes">): Int32Array {
  const columns = columnsOf(tree);
  if (columns) return columnDepths(columns);
  const depths = new Int32Array(tree.nodes.length);
  tree.nodes.forEach((node, i) => {
    if (isSplit(node)) for (const branch of node.branches) depths[branch] = depths[i] + 1;
  });
  return depths;
}
