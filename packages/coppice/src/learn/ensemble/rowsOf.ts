import type { ValueGrid } from "../../engine/grid.js";
import type { Problem } from "../../engine/problem.js";
import { type Cells, testedCells } from "../../table/column.js";

/** A problem's rows as packed trees see them. */
export interface TreeRows {
  readonly cells: readonly Cells[];
  /** By attribute: how many levels. */
  readonly levels: Int32Array;
  readonly rows: number;
  /** Class codes or values. */
  readonly truth: Int32Array | Float64Array;
  /** Of values. */
  readonly grid?: ValueGrid;
  readonly classes: number;
  readonly weights?: Float64Array;
}

export function treeRows({ attributes, target, rows, weights }: Problem): TreeRows {
  const isClasses = target.kind === "classes";
  return {
    cells: attributes.map(testedCells),
    levels: Int32Array.from(attributes, (column) => ("levels" in column ? column.levels.length : 0)),
    rows,
    truth: isClasses ? target.column.codes : target.column.values,
    ...(!isClasses && { grid: target.grid }),
    classes: isClasses ? target.column.levels.length : 0,
    ...(weights && { weights }),
  };
}

/** The rows that a tree did not see. */
export function unseen(counts: Uint8Array): Int32Array {
  let n = 0;
  for (let row = 0; row < counts.length; row++) if (counts[row] === 0) n++;
  const rows = new Int32Array(n);
  n = 0;
  for (let row = 0; row < counts.length; row++) if (counts[row] === 0) rows[n++] = row;
  return rows;
}
