/** A column that a coefficient multiplies, as the cells that are not 0. */
export interface SparseColumn {
  readonly rows: Int32Array;
  /** One for each of the rows; absent: 1 each. */
  readonly cells?: Float64Array;
}

/** Of a cell for every row. */
export function sparse(cells: ArrayLike<number>): SparseColumn {
  const rows: number[] = [];
  let areOnes = true;
  for (let row = 0; row < cells.length; row++) {
    if (cells[row] === 0) continue;
    rows.push(row);
    areOnes &&= cells[row] === 1;
  }
  const kept = Int32Array.from(rows);
  return areOnes ? { rows: kept } : { rows: kept, cells: Float64Array.from(kept, (row) => cells[row]) };
}
