import type { TreeModel } from "../../model/tree.js";
import { columnsOf, type TreeColumns } from "../../model/treeColumns.js";
import type { Cells } from "../../predict/cells.js";
import { compileTree, landing } from "../../predict/compile.js";

/** The leaf of each row; below 0 for rows that must be walked. The nodes of a tree still stored as columns are not made. */
export function landingsOf(model: TreeModel, cells: readonly Cells[], rows: number): Int32Array {
  const leaves = new Int32Array(rows);
  const columns = model.preparation === undefined ? columnsOf(model) : undefined;
  if (columns) {
    const levels = levelBranches(model, columns);
    for (let row = 0; row < rows; row++) leaves[row] = leafOf(columns, levels, cells, row);
    return leaves;
  }
  const compiled = compileTree(model);
  for (let row = 0; row < rows; row++) leaves[row] = landing(compiled, cells, row);
  return leaves;
}

interface LevelBranches {
  /** By node: where its branches begin in `to`; -1 for a threshold. */
  readonly starts: Int32Array;
  /** By level, missing first: how many nodes ahead a row goes. */
  readonly to: Int32Array;
}

function levelBranches(
  { attributes }: TreeModel,
  { attribute, skip, sets, missing }: TreeColumns,
): LevelBranches {
  const starts = new Int32Array(attribute.length).fill(-1);
  const levelsOf = attributes.map(({ levels = [] }) => levels.length + 1);
  let length = 0;
  for (const i of sets.keys()) {
    starts[i] = length;
    length += levelsOf[attribute[i]];
  }
  const to = new Int32Array(length);
  for (const [i, { left, right }] of sets) {
    const start = starts[i];
    to.fill(missing[i] === 0 ? 1 : skip[i], start, start + levelsOf[attribute[i]]);
    for (let k = 0; k < left.length; k++) to[start + left[k] + 1] = 1;
    for (let k = 0; k < right.length; k++) to[start + right[k] + 1] = skip[i];
  }
  return { starts, to };
}

function leafOf(
  { attribute, skip, threshold, missing }: TreeColumns,
  { starts, to }: LevelBranches,
  cells: readonly Cells[],
  row: number,
): number {
  let node = 0;
  for (let a = attribute[0]; a >= 0; a = attribute[node]) {
    const cell = cells[a][row];
    if (starts[node] >= 0) node += to[starts[node] + cell + 1];
    else if (cell <= threshold[node]) node++;
    else if (cell > threshold[node] || missing[node] === 1) node += skip[node];
    else node++;
  }
  return node;
}
