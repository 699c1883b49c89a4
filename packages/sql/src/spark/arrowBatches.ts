import { type RecordBatch, Type, tableFromIPC, type Vector } from "apache-arrow";
import type { Batch, BatchColumn } from "../connection/connection.js";

/** The rows of an Arrow stream by columns. */
export function* batchesOf(stream: Uint8Array): Generator<Batch> {
  for (const batch of tableFromIPC(stream).batches) {
    if (batch.numRows > 0) yield { rows: batch.numRows, columns: columnsOf(batch) };
  }
}

type Numbers =
  | Float64Array
  | Float32Array
  | Int32Array
  | Int16Array
  | Int8Array
  | BigInt64Array
  | BigUint64Array;

function columnsOf(batch: RecordBatch): BatchColumn[] {
  return batch.schema.fields.map(({ name }, i) => columnOf(batch.getChildAt(i)!, name));
}

function columnOf(vector: Vector, name: string): BatchColumn {
  const [data] = vector.data;
  const rows = vector.length;
  const isNull = data.nullCount > 0 ? (row: number) => !data.getValid(row) : undefined;
  switch (vector.type.typeId) {
    case Type.Utf8:
    case Type.Binary:
      return textsOf(data.values as Uint8Array, data.valueOffsets as Int32Array, rows, isNull);
    case Type.Float:
    case Type.Int:
      return numbersOf(data.values as Numbers, rows, isNull);
    case Type.Bool:
      return numbersOf(Float64Array.from(vector, Number), rows, isNull);
    default:
      throw new Error(`column ${name} of a result has the type ${vector.type}`);
  }
}

function numbersOf(
  cells: Numbers,
  rows: number,
  isNull: ((row: number) => boolean) | undefined,
): BatchColumn {
  const isLarge = cells instanceof BigInt64Array || cells instanceof BigUint64Array;
  // A copy between typed arrays is much faster than a loop.
  const values = isLarge ? Float64Array.from(cells.subarray(0, rows), Number) : new Float64Array(rows);
  if (!isLarge) values.set(cells.subarray(0, rows));
  if (isNull) for (let row = 0; row < rows; row++) if (isNull(row)) values[row] = Number.NaN;
  return { kind: "numbers", values };
}

function textsOf(
  bytes: Uint8Array,
  offsets: Int32Array,
  rows: number,
  isNull: ((row: number) => boolean) | undefined,
): BatchColumn {
  const starts = offsets.slice(0, rows);
  const ends = offsets.slice(1, rows + 1);
  if (isNull) for (let row = 0; row < rows; row++) if (isNull(row)) starts[row] = -1;
  return { kind: "texts", bytes, starts, ends };
}
