import type { Problem } from "../../engine/problem.js";
import { plainRule } from "../../model/surrogates.js";
import { branchOf, UNKNOWN } from "../../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import { type Cells, testedCells } from "../../table/column.js";
import { type LinearFit, linearFit } from "./linearFit.js";
import type { ValueRows } from "./terms.js";

/** A node of a grown tree, with the rows that reach it and their linear model. */
export interface FittedNode {
  readonly rows: Int32Array;
  readonly fit: LinearFit;
}

/** The attributes that a node's model may use: none, those tested above or below it, or all. */
export type Candidates = "none" | "tested" | "all";

/** The linear model of each node of a tree (M5: Quinlan 1992). */
export function fittedNodes(
  tree: Pick<TreeModel, "nodes">,
  data: ValueRows,
  rows: Int32Array,
  candidates: Candidates,
): FittedNode[] {
  const rowsAt = rowsByNode(tree, data.problem, rows);
  const mayUse = candidates === "tested" ? testedNear(tree) : undefined;
  const all = candidates === "none" ? [] : data.terms.map((_, term) => term);
  return tree.nodes.map((_, i) => {
    const terms = mayUse ? all.filter((term) => mayUse[i].has(data.terms[term].attribute)) : all;
    return { rows: rowsAt[i], fit: linearFit(data, rowsAt[i], terms) };
  });
}

/** For each node, the attributes that are tested on its path, at it, or below it. */
function testedNear({ nodes }: Pick<TreeModel, "nodes">): ReadonlySet<number>[] {
  const above: ReadonlySet<number>[] = [new Set()];
  nodes.forEach((node, i) => {
    if (!isSplit(node)) return;
    const tested = new Set(above[i]).add(node.test.attribute);
    for (const branch of node.branches) above[branch] = tested;
  });
  const near = new Array<Set<number>>(nodes.length);
  // Backwards, a node's branches are known before it.
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    near[i] = new Set(above[i]);
    if (isSplit(node)) for (const branch of node.branches) for (const a of near[branch]) near[i].add(a);
  }
  return near;
}

/** The rows that reach each node; those with an unknown value follow the node's missing-value rule. */
export function rowsByNode(
  { nodes }: Pick<TreeModel, "nodes">,
  problem: Pick<Problem, "attributes">,
  rows: Int32Array,
): Int32Array[] {
  const cells = problem.attributes.map(testedCells);
  const found: Int32Array[] = [rows];
  nodes.forEach((node, i) => {
    if (!isSplit(node)) return;
    const sent: number[][] = node.branches.map(() => []);
    for (const row of found[i]) sent[branchTaken(node, cells, row)].push(row);
    node.branches.forEach((branch, b) => {
      found[branch] = Int32Array.from(sent[b]);
    });
  });
  return found;
}

/** The branch that a row takes where no row is divided between branches. */
export function branchTaken({ test, missing }: SplitNode, cells: readonly Cells[], row: number): number {
  const outcome = branchOf(test, cells[test.attribute][row]);
  if (outcome !== UNKNOWN) return outcome;
  const rule = plainRule(missing);
  return rule.kind === "branch" ? rule.to : 0;
}
