import type { BatchColumn } from "../../connection/connection.js";

/** A cell of bytes; undefined if it is missing. */
export function bytesAt(column: BatchColumn, row: number): Uint8Array | undefined {
  if (column.kind !== "texts") throw new Error("a column of bytes was expected");
  const { bytes, starts, ends } = column;
  return starts[row] < 0 ? undefined : bytes.subarray(starts[row], ends[row]);
}

/** The same as doubles. */
export function doublesAt(column: BatchColumn, row: number): Float64Array {
  const bytes = bytesAt(column, row);
  return bytes === undefined ? new Float64Array(0) : new Float64Array(bytes.slice().buffer);
}

/** The same as whole numbers of 64 bits, which are small enough for doubles. */
export function wholesAt(column: BatchColumn, row: number): Float64Array {
  const bytes = bytesAt(column, row);
  return bytes === undefined
    ? new Float64Array(0)
    : Float64Array.from(new BigInt64Array(bytes.slice().buffer), Number);
}

export function numberAt(column: BatchColumn, row: number): number {
  if (column.kind !== "numbers") throw new Error("a column of numbers was expected");
  return column.values[row];
}
