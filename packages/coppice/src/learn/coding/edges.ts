import { hash } from "../../base/chance.js";
import type { Problem } from "../../engine/problem.js";
import type { NumericColumn } from "../../table/column.js";
import { BINS } from "./codingOption.js";
import { gapsOf, SAMPLE, thresholdsIn } from "./quantileEdges.js";

/** For each attribute the thresholds between its bins, ascending; undefined where it is no number. */
export type Edges = readonly (Float64Array | undefined)[];

/** Edges that are quantiles of the columns, or of a sample that does not depend on the order of rows. */
export function edgesOf({ attributes, rows }: Problem): Edges {
  const numeric = attributes.filter((column) => column.type === "numeric");
  const sampled = rows > SAMPLE ? sampleRows(numeric, rows) : undefined;
  return attributes.map((column) => {
    if (column.type !== "numeric") return undefined;
    const sample = sampled ? at(column.values, sampled) : column.values.slice();
    return thresholdsIn(gapsOf(sample.sort(), BINS));
  });
}

/** The rows with the lowest hashes of their numbers, ascending; rows that are equal are in it together. */
function sampleRows(columns: readonly NumericColumn[], rows: number): Int32Array {
  const hashes = new Uint32Array(rows);
  columns.forEach(({ values }, c) => {
    addHashes(hashes, values, c);
  });
  const last = hashes.slice().sort()[SAMPLE - 1];
  let n = 0;
  const found = new Int32Array(rows);
  for (let row = 0; row < rows; row++) if (hashes[row] <= last) found[n++] = row;
  return found.slice(0, n);
}

function addHashes(hashes: Uint32Array, values: Float64Array, column: number): void {
  const cell = new Float64Array(1);
  const words = new Uint32Array(cell.buffer);
  const key = hash(0, column);
  for (let row = 0; row < hashes.length; row++) {
    cell[0] = values[row];
    hashes[row] += hash(hash(key, words[0]), words[1]);
  }
}

function at(values: Float64Array, rows: Int32Array): Float64Array {
  const cells = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) cells[i] = values[rows[i]];
  return cells;
}
