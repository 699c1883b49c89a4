import { formulaOfRows } from "../model/formula.js";
import { isMeasure, type MeasureStep, measuredCells } from "../model/measure.js";
import { branchOf, UNKNOWN } from "../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../model/tree.js";
import { type Cells, takeCells } from "../table/column.js";
import { openOf } from "./eachValue.js";
import type { LandAll } from "./packed/treeLandings.js";

/** The rows still to be sent down from a node. */
interface Open {
  readonly node: number;
  readonly rows: Int32Array;
}

/**
 * The leaves of rows in a tree that tests measures: the rows of a node are sent on together, so that a measure is computed
 * for these rows alone. A tree of many nodes would otherwise compute each measure for every row. Undefined for trees
 * whose gates send rows down both branches.
 */
export function nodeLandings(model: TreeModel): LandAll | undefined {
  const steps = new Map<number, MeasureStep>();
  for (const step of model.derived ?? []) if (isMeasure(step)) steps.set(step.attribute, step);
  if (steps.size === 0 || model.nodes.some((node) => isSplit(node) && node.test.kind === "gate"))
    return undefined;
  return (cells, rows) => {
    const leaves = new Int32Array(rows).fill(-1);
    const open: Open[] = [{ node: 0, rows: Int32Array.from(leaves, (_, row) => row) }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const node = model.nodes[next.node];
      if (isSplit(node)) open.push(...sent(model, node, next.rows, cellsAt(steps, node, next.rows, cells)));
      else for (const row of next.rows) leaves[row] = next.node;
    }
    return leaves;
  };
}

/** What the test of a node looks at, for these rows. */
function cellsAt(
  steps: ReadonlyMap<number, MeasureStep>,
  { test }: SplitNode,
  rows: Int32Array,
  cells: readonly Cells[],
): Cells {
  const step = steps.get(test.attribute);
  if (step === undefined) return takeCells(cells[test.attribute], rows);
  if (step.kind === "linear") return formulaOfRows(step.formula, (attribute) => cells[attribute], rows);
  return measuredCells(step, (attribute) => takeCells(cells[attribute], rows), rows.length);
}

/** The rows of each branch. Those whose branch is unknown follow the node's rule if it names one, and are left out if not. */
function sent(model: TreeModel, node: SplitNode, rows: Int32Array, cells: Cells): Open[] {
  const isOpen = openOf(model)?.has(node.test.attribute);
  const elsewhere = node.missing.kind === "branch" && !isOpen ? node.missing.to : UNKNOWN;
  const branchAt = new Int32Array(rows.length);
  const counts = new Int32Array(node.branches.length);
  for (let i = 0; i < rows.length; i++) {
    const known = branchOf(node.test, cells[i]);
    branchAt[i] = known === UNKNOWN ? elsewhere : known;
    if (branchAt[i] !== UNKNOWN) counts[branchAt[i]]++;
  }
  const parts = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let i = 0; i < rows.length; i++) {
    const branch = branchAt[i];
    if (branch !== UNKNOWN) parts[branch][counts[branch]++] = rows[i];
  }
  return parts.flatMap((part, b) => (part.length > 0 ? [{ node: node.branches[b], rows: part }] : []));
}
