import type { Answer } from "./answer.js";
import type { Condition } from "./condition.js";
import type { Costs } from "./costs.js";
import type { Edit } from "./edit.js";
import type { ModelHead } from "./head.js";
import type { MeasureStep } from "./measure.js";
import { columnDepths, columnsOf } from "./packedTree.js";
import type { Test } from "./test.js";
import type { TreeSize } from "./treeSize.js";

export type { Task } from "./head.js";
export type { TreeSize };

/**
 * A tree is plain data. Nodes are one list in preorder (a node before its branches, the branches left to right)
 * and refer to their branches by index, so that a tree of any depth survives JSON and recursion limits. Node 0 is the root.
 */
export interface TreeModel extends ModelHead {
  readonly format: "coppice-tree";
  /** Priors and losses, where the user gave any: they change posteriors and labels, not counts. */
  readonly costs?: Costs;
  /** The sequence of cost-complexity pruning, whichever tree of it was chosen. */
  readonly pruning?: readonly PruningRow[];
  /**
   * How cells that the tests look at come from those of a table: missing values replaced, and attributes that no table
   * has, which are last in `attributes`. In this order; absent: none.
   */
  readonly derived?: readonly Derived[];
  /** How good the tree is proved to be, if it was searched for among all trees. */
  readonly optimality?: Optimality;
  /** How much the attributes vary, if formulas combine them: coefficients times these are comparable. */
  readonly spreads?: readonly Spread[];
  /** What thresholds in place of a soft tree's gates cost. */
  readonly hardening?: Hardening;
  /** What people changed after it was learned, in order; absent: nothing. `pruning` is then that of the tree before. */
  readonly edits?: readonly Edit[];
  readonly nodes: readonly TreeNode[];
}

/** The standard deviation of a numeric attribute over the training rows, or the shares of the levels of another. */
export type Spread = number | readonly number[];

/** The error of a soft tree, and of the same tree with hard gates: the share of wrong rows, or the root mean squared error. */
export interface Hardening {
  /** Validation rows, on which they were measured. */
  readonly rows: number;
  readonly soft: number;
  readonly hard: number;
}

/** What a search among all trees of a depth has shown. */
export interface Optimality {
  /** What the tree costs: errors (or loss, or squared error), and the price of its leaves. */
  readonly objective: number;
  /** No tree within the limits costs less than this. */
  readonly bound: number;
  /** Whether the two are equal: the tree is optimal. */
  readonly proved: boolean;
  /** Searches of two levels that it took. */
  readonly steps: number;
}

/** How the cells of one attribute are derived. Combinations and measures read cells after the steps before them, all others those of the table. */
export type Derived =
  /** The attribute is in no table: a number computed from the cells of others. */
  | MeasureStep
  /** A missing value is replaced by this one. */
  | { readonly kind: "fill"; readonly attribute: number; readonly cell: number }
  /** A missing value is replaced by the prediction of this tree on the other attributes. */
  | { readonly kind: "predict"; readonly attribute: number; readonly nodes: readonly TreeNode[] }
  /** The attribute is in no table: its levels tell whether the value of attribute `of` is known (0) or missing (1). */
  | { readonly kind: "indicator"; readonly attribute: number; readonly of: number }
  /**
   * The attribute is in no table: its levels tell whether all conditions hold (1) or one fails (0). It is missing if
   * missing values leave that undecided. Combinations come last and read the cells after the other steps.
   */
  | { readonly kind: "combination"; readonly attribute: number; readonly all: readonly Condition[] }
  /** The attribute is in no table: its levels are the leaves of this tree, in their order, and a row's is the one it comes to. */
  | { readonly kind: "leaf"; readonly attribute: number; readonly nodes: readonly TreeNode[] }
  /** A missing value may be any of these, with these shares, which sum to 1; the most probable prediction is returned. */
  | {
      readonly kind: "eachValue";
      readonly attribute: number;
      readonly cells: readonly number[];
      readonly shares: readonly number[];
    };

/** A tree of the pruning sequence, as in rpart's cp table: alpha and errors are relative to those of the root alone. */
export interface PruningRow {
  readonly alpha: number;
  readonly splits: number;
  readonly error: number;
  /** Cross-validated or validation error and its standard error, if the size was chosen by it. */
  readonly crossError?: number;
  readonly crossStd?: number;
}

export type TreeNode = LeafNode | SplitNode;

export type LeafNode = NodeFacts & { readonly test?: undefined };

export type SplitNode = NodeFacts & {
  readonly test: Test;
  /** One node index per outcome of the test; `missing` may refer to one more. */
  readonly branches: readonly number[];
  readonly missing: MissingRule;
  /** The criterion's gain for this test: higher is better. */
  readonly gain: number;
  /** The best tests on other attributes, if they were requested: best first. */
  readonly competitors?: readonly Competitor[];
  /** Twoing's two superclasses: the classes with a larger share in branch 0, and the others. */
  readonly superclasses?: readonly [readonly number[], readonly number[]];
};

/** What happens to a row whose value is missing, or whose level is unknown to the test. */
export type MissingRule = PlainRule | SurrogateRule;

export type PlainRule =
  /** The row goes down every branch with these fractional weights, which sum to 1 (C4.5). */
  | { readonly kind: "share"; readonly shares: readonly number[] }
  /** The row goes down one branch. */
  | { readonly kind: "branch"; readonly to: number };

/** The first surrogate whose cell is known decides (CART; D 8.3.10); `otherwise` if there is none. */
export interface SurrogateRule {
  readonly kind: "surrogates";
  readonly surrogates: readonly Surrogate[];
  readonly otherwise: PlainRule;
}

/** A test on another attribute that sends most rows to the same branch as the node's own test. */
export interface Surrogate {
  readonly test: Test;
  /** The node's branch for each outcome of the test; -1 for an outcome that predicts none. */
  readonly to: readonly number[];
  /** The share of rows that both tests send to the same branch, among those whose branch by the node's own test is known. */
  readonly agreement: number;
  /** Agreement rescaled: 0 is sending all rows to the largest branch, 1 is full agreement. */
  readonly adjusted: number;
}

/** A test that was not chosen, kept for inspection. */
export interface Competitor {
  readonly test: Test;
  readonly gain: number;
}

/** The statistics of the rows that reach a node, and its prediction as a leaf. */
export type NodeFacts = ClassFacts | ValueFacts;

export interface ClassFacts {
  /** Training weight that reached the node; 0 for a branch that no row took. */
  readonly weight: number;
  /** Class weights; a node that no row reached has its parent's. They are never all zero. */
  readonly counts: readonly number[];
  /** The predicted class. */
  readonly label: number;
  /** Of a leaf that predicts by formulas: `label` is then what the majority of its rows are. */
  readonly answer?: Answer;
}

export interface ValueFacts {
  readonly weight: number;
  /** The predicted value: mean or median. */
  readonly value: number;
  /** Mean squared error around the value, or mean absolute error when the value is the median. */
  readonly error: number;
  /** Of a leaf that predicts by a formula: `value` is then the mean of its rows, and `error` that of the formula. */
  readonly answer?: Answer;
}

/** Whether a node is a split, and so has a test; otherwise it is a leaf. */
export function isSplit(node: TreeNode): node is SplitNode {
  return node.test !== undefined;
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
