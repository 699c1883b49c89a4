import { type Formula, formulaOfRows, termValue } from "../model/formula.js";
import { type CellsOf, isMeasure, type MeasureStep, measuredCells } from "../model/measure.js";
import { branchOf, type Test, UNKNOWN } from "../model/test.js";
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
  const steps = measureSteps(model);
  if (steps.size === 0 || model.nodes.some((node) => isSplit(node) && node.test.kind === "gate"))
    return undefined;
  const few = [...steps.values()].every(({ kind }) => kind === "linear") ? FEW_ROWS : 0;
  return (given, rows) => {
    const leaves = new Int32Array(rows).fill(-1);
    // A list of its own: one with thousands of items that are computed when read is slow to read at all.
    const read: Cells[] = [];
    const cells: CellsOf = (attribute) => (read[attribute] ??= given[attribute]);
    for (let from = 0; from < rows; from += BLOCK_ROWS) {
      const block = new Int32Array(Math.min(BLOCK_ROWS, rows - from));
      for (let i = 0; i < block.length; i++) block[i] = from + i;
      const open: Open[] = [{ node: 0, rows: block }];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const node = model.nodes[next.node];
        if (!isSplit(node)) for (const row of next.rows) leaves[row] = next.node;
        else if (next.rows.length > few)
          open.push(...sent(model, node, next.rows, cellsAt(steps, node, next.rows, cells)));
        else for (const row of next.rows) leaves[row] = leafFrom(model, next.node, steps, cells, row);
      }
    }
    return leaves;
  };
}

/** By attribute, the measures of a model. */
export function measureSteps({ derived = [] }: Pick<TreeModel, "derived">): ReadonlyMap<number, MeasureStep> {
  const steps = new Map<number, MeasureStep>();
  for (const step of derived) if (isMeasure(step)) steps.set(step.attribute, step);
  return steps;
}

/** Rows whose cells stay in a processor's memory while they are sent down. */
const BLOCK_ROWS = 4096;
/** Up to this many rows are sent down one by one: a row's cells then stay in the nearest memory until it is in its leaf. */
const FEW_ROWS = 64;

/** The leaf of one row, from a node down, in a tree whose measures are linear; -1 if it is unknown. */
function leafFrom(
  model: TreeModel,
  from: number,
  steps: ReadonlyMap<number, MeasureStep>,
  cells: CellsOf,
  row: number,
): number {
  for (let at = from; ; ) {
    const node = model.nodes[at];
    if (!isSplit(node)) return at;
    const { attribute } = node.test;
    const step = steps.get(attribute);
    const cell = step?.kind === "linear" ? linearValue(step.formula, cells, row) : cells(attribute)[row];
    const known = branchOf(node.test, cell);
    const branch = known === UNKNOWN ? elsewhereOf(model, node) : known;
    if (branch === UNKNOWN) return -1;
    at = node.branches[branch];
  }
}

/** `formulaValue`, without a function per term. */
function linearValue({ intercept, terms }: Formula, cells: CellsOf, row: number): number {
  let sum = intercept;
  for (let t = 0; t < terms.length; t++) {
    const term = terms[t];
    sum += term.coefficient * termValue(term, cells(term.attribute)[row]);
  }
  return sum;
}

/** The branch of rows whose branch is unknown; UNKNOWN if they are walked one by one. */
export function elsewhereOf(model: TreeModel, { test, missing }: SplitNode): number {
  return missing.kind === "branch" && !openOf(model)?.has(test.attribute) ? missing.to : UNKNOWN;
}

/** What the test of a node looks at, for these rows. */
function cellsAt(
  steps: ReadonlyMap<number, MeasureStep>,
  { test }: SplitNode,
  rows: Int32Array,
  cells: CellsOf,
): Cells {
  const step = steps.get(test.attribute);
  if (step === undefined) return takeCells(cells(test.attribute), rows);
  if (step.kind === "linear") return formulaOfRows(step.formula, cells, rows);
  // A measure may read a cell in many terms: those of the rows are taken once.
  const taken: Cells[] = [];
  const take: CellsOf = (attribute) => (taken[attribute] ??= takeCells(cells(attribute), rows));
  return measuredCells(step, take, rows.length);
}

/** `branchOf` of each cell, `elsewhere` where it is unknown; most tests are thresholds. */
function fillBranches(branches: Int32Array, test: Test, cells: Cells, elsewhere: number): void {
  if (test.kind === "threshold") {
    const { threshold } = test;
    for (let i = 0; i < branches.length; i++) {
      const cell = cells[i];
      branches[i] = cell <= threshold ? 0 : cell > threshold ? 1 : elsewhere;
    }
    return;
  }
  for (let i = 0; i < branches.length; i++) {
    const known = branchOf(test, cells[i]);
    branches[i] = known === UNKNOWN ? elsewhere : known;
  }
}

/** The rows of each branch. Those whose branch is unknown follow the node's rule if it names one, and are left out if not. */
function sent(model: TreeModel, node: SplitNode, rows: Int32Array, cells: Cells): Open[] {
  const elsewhere = elsewhereOf(model, node);
  const branchAt = new Int32Array(rows.length);
  const counts = new Int32Array(node.branches.length);
  fillBranches(branchAt, node.test, cells, elsewhere);
  for (const branch of branchAt) if (branch !== UNKNOWN) counts[branch]++;
  const parts = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let i = 0; i < rows.length; i++) {
    const branch = branchAt[i];
    if (branch !== UNKNOWN) parts[branch][counts[branch]++] = rows[i];
  }
  return parts.flatMap((part, b) => (part.length > 0 ? [{ node: node.branches[b], rows: part }] : []));
}
