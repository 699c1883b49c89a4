import type { Condition } from "../../../model/condition.js";
import { plainRule } from "../../../model/surrogates.js";
import { branchOf, UNKNOWN } from "../../../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../../../model/tree.js";
import { parentsOf, pathTo } from "../../../model/walk.js";
import { conditionOf } from "../../../model/words.js";
import { type Conjunction, join } from "../../../rules/conjunction.js";
import { cellsOfColumn } from "../lockedRules.js";
import { expectedError, type LinearFit, linearFit, penalty } from "./linearFit.js";
import type { ValueRows } from "./terms.js";

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
  const nodes = prunedNodes(tree, data, rows, options);
  const parents = parentsOf(tree);
  const leaves: ModelLeaf[] = [];
  tree.nodes.forEach((_, i) => {
    const path = pathTo(parents, i);
    if (!nodes[i].isLeaf || path.some(({ node }) => nodes[node].isLeaf)) return;
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

interface ModelNode {
  readonly rows: Int32Array;
  readonly fit: LinearFit;
  readonly isLeaf: boolean;
  /** Of the subtree that is left below, or of the node's own model. */
  readonly squares: number;
  readonly parameters: number;
  /** Attributes that are tested here or below. */
  readonly asked: ReadonlySet<number>;
}

function prunedNodes(
  tree: TreeModel,
  data: ValueRows,
  rows: Int32Array,
  { linear }: ModelTreeOptions,
): ModelNode[] {
  const rowsAt = rowsByNode(tree, data, rows);
  const above = askedAbove(tree);
  const nodes = new Array<ModelNode>(tree.nodes.length);
  // Backwards, a node's branches are known before it.
  for (let i = tree.nodes.length - 1; i >= 0; i--) {
    const node = tree.nodes[i];
    const below = isSplit(node) ? node.branches.map((branch) => nodes[branch]) : [];
    const asked = new Set(below.flatMap((branch) => [...branch.asked]));
    if (isSplit(node)) asked.add(node.test.attribute);
    const mayUse = (attribute: number) => asked.has(attribute) || above[i].has(attribute);
    const terms = linear ? data.terms.flatMap(({ attribute }, t) => (mayUse(attribute) ? [t] : [])) : [];
    const fit = linearFit(data, rowsAt[i], terms);
    const own = { squares: fit.error * fit.error * fit.weight, parameters: fit.terms.length + 1 };
    const squares = below.reduce((sum, branch) => sum + branch.squares, 0);
    const parameters = below.reduce((sum, branch) => sum + branch.parameters, 1);
    const expected = Math.sqrt(squares / fit.weight) * penalty(fit.weight, parameters);
    const isLeaf = below.length === 0 || expectedError(fit) <= expected;
    const known = { rows: rowsAt[i], fit, isLeaf, asked };
    nodes[i] = isLeaf ? { ...known, ...own } : { ...known, squares, parameters };
  }
  return nodes;
}

/** For each node, the attributes that are tested on its path. */
function askedAbove({ nodes }: TreeModel): ReadonlySet<number>[] {
  const above: ReadonlySet<number>[] = [new Set()];
  nodes.forEach((node, i) => {
    if (!isSplit(node)) return;
    const asked = new Set(above[i]).add(node.test.attribute);
    for (const branch of node.branches) above[branch] = asked;
  });
  return above;
}

/** The rows that reach each node; those with an unknown value follow the node's missing-value rule. */
function rowsByNode(tree: TreeModel, { problem }: ValueRows, rows: Int32Array): Int32Array[] {
  const found: Int32Array[] = [rows];
  tree.nodes.forEach((node, i) => {
    if (!isSplit(node)) return;
    const cells = cellsOfColumn(problem.attributes[node.test.attribute]);
    const rule = plainRule(node.missing);
    const sent: number[][] = node.branches.map(() => []);
    for (const row of found[i]) {
      const outcome = branchOf(
        node.test,
        cells[row] < 0 && cells instanceof Int32Array ? Number.NaN : cells[row],
      );
      sent[outcome !== UNKNOWN ? outcome : rule.kind === "branch" ? rule.to : 0].push(row);
    }
    node.branches.forEach((branch, b) => {
      found[branch] = Int32Array.from(sent[b]);
    });
  });
  return found;
}
