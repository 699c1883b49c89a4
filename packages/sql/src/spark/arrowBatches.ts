import { type RecordBatch, Type, tableFromIPC, type Vector } from "apache-arrow";
import type { Batch, BatchColumn } from "../connection/connection.js";

/** The rows of an Arrow stream by columns. */
export function* batchesOf(stream: Uint8Array): Generator<Batch> {
  for (const batch of tableFromIPC(stream).batches) {
    if (batch.numRows > 0) yield { rows: batch.numRows, columns: columnsOf(batch) };
  }
}

function columnsOf(batch: RecordBatch): BatchColumn[] {
  return batch.schema.fields.map(({ name }, i) => columnOf(batch.getChildAt(i)!, name));
}

function columnOf(vector: Vector, name: string): BatchColumn {
  const [data] = vector.data;
  const rows = vector.length;
  const isNull = data.nullCount > 0 ? (row: number) => !data.getValid(row) : () => false;
  switch (vector.type.typeId) {
    case Type.Utf8:
    case Type.Binary:
      return textsOf(data.values as Uint8Array, data.valueOffsets as Int32Array, rows, isNull);
    case Type.Float:
    case Type.Int:
      return numbersOf(data.values as ArrayLike<number | bigint>, rows, isNull);
    case Type.Bool:
      return numbersOf(Array.from(vector, Number), rows, isNull);
    default:
      throw new Error(`column ${name} of a result has the type ${vector.type}`);
  }
}

function numbersOf(
  cells: ArrayLike<number | bigint>,
  rows: number,
  isNull: (row: number) => boolean,
): BatchColumn {
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) values[row] = isNull(row) ? Number.NaN : Number(cells[row]);
  return { kind: "numbers", values };
}

function textsOf(
  bytes: Uint8Array,
  offsets: Int32Array,
  rows: number,
  isNull: (row: number) => boolean,
): BatchColumn {
  const starts = offsets.slice(0, rows);
  const ends = offsets.slice(1, rows + 1);
  for (let row = 0; row < rows; row++) if (isNull(row)) starts[row] = -1;
  return { kind: "texts", bytes, starts, ends };
}
