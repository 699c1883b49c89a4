import type { Bindings } from "./bindings.js";
import { KeyTable } from "./keyTable.js";

/** Bindings counted by the constants in some of their columns. */
export interface Grouping {
  readonly columns: readonly number[];
  readonly keys: KeyTable;
  readonly positives: Int32Array;
  readonly negatives: Int32Array;
  /** The codes of each group, one after the other. */
  readonly codes: Int32Array;
  /** Scratch for counting the matches of each group; all zero between uses. */
  readonly matches: Int32Array;
}

export function groupBy(bindings: Bindings, columns: readonly number[], codes: number): Grouping {
  const { rows, width, cells } = bindings;
  const keys = new KeyTable(codes, columns.length, rows);
  const groups = new Int32Array(rows);
  for (let row = 0; row < rows; row++) groups[row] = keys.add(cells, row * width, columns);
  const positives = new Int32Array(keys.size);
  const negatives = new Int32Array(keys.size);
  const found = new Int32Array(keys.size * columns.length);
  for (let row = 0; row < rows; row++) {
    const group = groups[row];
    if (positives[group] + negatives[group] === 0) {
      columns.forEach((column, c) => {
        found[group * columns.length + c] = cells[row * width + column];
      });
    }
    (row < bindings.positives ? positives : negatives)[group]++;
  }
  return { columns, keys, positives, negatives, codes: found, matches: new Int32Array(keys.size) };
}
