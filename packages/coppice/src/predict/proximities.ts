import { CoppiceError } from "../base/errors.js";
import { type EnsembleModel, memberCount } from "../model/ensemble.js";
import type { Table } from "../table/table.js";
import { SHARED } from "./compile.js";
import { leavesOf } from "./leavesOf.js";

/** Every pair of rows has a cell: beyond this many rows the answer would not fit. */
const MOST_ROWS = 20_000;

/**
 * Proximities: the share of the trees of an ensemble in which two rows reach the same leaf (Breiman 2001), rows x
 * rows, one row after the other; 1 on the diagonal. A row that a tree sends down several branches shares no leaf in it.
 */
export function proximities(model: EnsembleModel, table: Table): Float64Array {
  const { rows } = table;
  if (rows > MOST_ROWS) {
    throw new CoppiceError(
      "OPTION_RANGE",
      `proximities of ${rows} rows are ${rows} x ${rows} numbers: take at most ${MOST_ROWS} rows`,
      { name: "proximities", rule: `at most ${MOST_ROWS} rows`, value: rows },
    );
  }
  const together = new Float64Array(rows * rows);
  for (const leaves of leavesOf(model, table)) countPairs(together, leaves);
  const trees = memberCount(model);
  for (let i = 0; i < together.length; i++) together[i] /= trees;
  for (let row = 0; row < rows; row++) together[row * rows + row] = 1;
  return together;
}

/** Adds 1 for every two rows of one leaf. */
function countPairs(together: Float64Array, leaves: Int32Array): void {
  const rows = leaves.length;
  const byLeaf = new Map<number, number[]>();
  leaves.forEach((leaf, row) => {
    if (leaf === SHARED) return;
    const found = byLeaf.get(leaf);
    if (found) found.push(row);
    else byLeaf.set(leaf, [row]);
  });
  for (const group of byLeaf.values()) {
    for (const a of group) for (const b of group) together[a * rows + b]++;
  }
}
