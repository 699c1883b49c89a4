import type { BatchColumn } from "../../connection/connection.js";

/** A cell of bytes; undefined if it is missing. */
export function bytesAt(column: BatchColumn, row: number): Uint8Array | undefined {
  if (column.kind !== "texts") throw new Error("a column of bytes was expected");
  const { bytes, starts, ends } = column;
  return starts[row] < 0 ? undefined : bytes.subarray(starts[row], ends[row]);
}

/** The same as doubles; none if it is missing. */
export function doublesAt(column: BatchColumn, row: number): Float64Array {
  return keysAt(column, row) ?? new Float64Array(0);
}

/** Keys of sums, which are doubles too; undefined: all keys there are. */
export function keysAt(column: BatchColumn, row: number): Float64Array | undefined {
  const bytes = bytesAt(column, row);
  return bytes && new Float64Array(bytes.slice().buffer);
}

export function numberAt(column: BatchColumn, row: number): number {
  if (column.kind !== "numbers") throw new Error("a column of numbers was expected");
  return column.values[row];
}
