import type { DuckDBDataChunk } from "@duckdb/node-api";
import bindings, { type Vector } from "@duckdb/node-bindings";
import type { BatchColumn } from "../connection/connection.js";

/** The storage of results that are read: everything else is cast by the statement. */
export type Storage = "DOUBLE" | "FLOAT" | "INTEGER" | "BIGINT" | "VARCHAR";

/** The most rows of a chunk: DuckDB's STANDARD_VECTOR_SIZE. */
const CHUNK = 2048;

/** Memory for the numbers of a column of one chunk after the other: a large result would otherwise leave as much garbage. */
export function chunkRoom(): Float64Array {
  return new Float64Array(CHUNK);
}

/**
 * A column of a chunk as plain arrays: the chunk's memory is DuckDB's own, and only valid until the next one. Numbers are in `room`,
 * if it is given.
 */
export function columnOfChunk(
  chunk: DuckDBDataChunk,
  column: number,
  storage: Storage,
  room?: Float64Array,
): BatchColumn {
  const vector = bindings.data_chunk_get_vector(chunk.chunk, column);
  const rows = chunk.rowCount;
  const valid = bindings.vector_get_validity(vector, 8 * Math.ceil(rows / 64)) ?? undefined;
  if (storage === "VARCHAR") return textsOf(vector, rows, valid);
  const values = room && rows <= room.length ? room.subarray(0, rows) : new Float64Array(rows);
  copyNumbers(values, vector, storage);
  if (valid) for (let i = 0; i < rows; i++) if (!isValid(valid, i)) values[i] = Number.NaN;
  return { kind: "numbers", values };
}

function isValid(bits: Uint8Array, row: number): boolean {
  return ((bits[row >> 3] >> (row & 7)) & 1) === 1;
}

function copyNumbers(values: Float64Array, vector: Vector, storage: Exclude<Storage, "VARCHAR">): void {
  const rows = values.length;
  const width = storage === "INTEGER" || storage === "FLOAT" ? 4 : 8;
  const { buffer, byteOffset } = bindings.vector_get_data(vector, width * rows);
  if (storage === "DOUBLE") values.set(new Float64Array(buffer, byteOffset, rows));
  else if (storage === "FLOAT") values.set(new Float32Array(buffer, byteOffset, rows));
  else if (storage === "INTEGER") values.set(new Int32Array(buffer, byteOffset, rows));
  else {
    const whole = new BigInt64Array(buffer, byteOffset, rows);
    for (let row = 0; row < rows; row++) values[row] = Number(whole[row]);
  }
}

/** A text is 16 bytes: its length, and the text itself if it has at most 12 bytes, otherwise where it is. */
const TEXT = 16;
const INLINE = 12;

function textsOf(vector: Vector, rows: number, valid: Uint8Array | undefined): BatchColumn {
  const data = bindings.vector_get_data(vector, TEXT * rows);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const starts = new Int32Array(rows).fill(-1);
  const ends = new Int32Array(rows);
  let long = 0;
  for (let row = 0; row < rows; row++) {
    if (valid && !isValid(valid, row)) continue;
    const length = view.getUint32(TEXT * row, true);
    const isInline = length <= INLINE;
    starts[row] = isInline ? TEXT * row + 4 : data.length + long;
    ends[row] = starts[row] + length;
    if (!isInline) long += length;
  }
  const bytes = new Uint8Array(data.length + long);
  bytes.set(data);
  for (let row = 0; row < rows && long > 0; row++) {
    const length = ends[row] - starts[row];
    if (starts[row] >= data.length && length > 0)
      bytes.set(
        bindings.get_data_from_pointer(view.buffer as ArrayBuffer, view.byteOffset + TEXT * row + 8, length),
        starts[row],
      );
  }
  return { kind: "texts", bytes, starts, ends };
}
