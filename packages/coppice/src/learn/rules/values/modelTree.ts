import type { Condition } from "../../../model/condition.js";
import type { SplitNode, TreeModel } from "../../../model/tree.js";
import { parentsOf, pathTo } from "../../../model/walk.js";
import { conditionOf } from "../../../model/words.js";
import { type Conjunction, join } from "../../../rules/conjunction.js";
import { fittedNodes } from "../../linear/fittedNodes.js";
import { leavesUnder } from "../../linear/leavesUnder.js";
import type { LinearFit } from "../../linear/linearFit.js";
import type { ValueRows } from "../../linear/terms.js";

export interface ModelTreeOptions {
  /** Linear models at the nodes, or means alone. */
  readonly linear: boolean;
  /** Leaves' models are smoothed towards those of their ancestors. */
  readonly smoothing: boolean;
}

/** A leaf of a pruned model tree: its path and its model. */
export interface ModelLeaf {
  readonly if: Conjunction;
  /** The rows that reach it: those that satisfy the conditions, and those sent there because of missing values. */
  readonly rows: Int32Array;
  readonly fit: LinearFit;
  /** The models above it, its parent's first. */
  readonly above: readonly LinearFit[];
}

/**
 * A tree whose leaves are linear models, pruned from its leaves upward: a node's own model takes the place of its
 * branches if its expected error is not greater (Quinlan 1992; Wang and Witten 1997).
 */
export function modelLeaves(
  tree: TreeModel,
  data: ValueRows,
  rows: Int32Array,
  options: ModelTreeOptions,
): ModelLeaf[] {
  const nodes = fittedNodes(tree, data, rows, options.linear ? "tested" : "none");
  const isLeaf = leavesUnder(tree, nodes, 2);
  const parents = parentsOf(tree);
  const leaves: ModelLeaf[] = [];
  tree.nodes.forEach((_, i) => {
    const path = pathTo(parents, i);
    if (!isLeaf[i] || path.some(({ node }) => isLeaf[node])) return;
    let all: Conjunction | undefined = new Map();
    for (const { node, branch } of path) {
      const one: Condition = conditionOf((tree.nodes[node] as SplitNode).test, branch, tree.attributes);
      all = all && join(all, new Map([[one.attribute, one]]), tree.attributes);
    }
    if (all === undefined) return;
    leaves.push({
      if: all,
      rows: nodes[i].rows,
      fit: nodes[i].fit,
      above: path.map(({ node }) => nodes[node].fit).reverse(),
    });
  });
  return leaves;
}
