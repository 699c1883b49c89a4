import type { BatchColumn, Connection } from "./connection.js";

/** A whole result by columns. For small results: tallies, summaries, lists of levels. */
export interface Result {
  readonly rows: number;
  /** The number of columns; 0 if there are no rows. */
  readonly width: number;
  numbers(column: number): Float64Array;
  texts(column: number): (string | null)[];
}

export async function allRows(connection: Connection, statement: string): Promise<Result> {
  const batches = await connection.rows(statement);
  const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
  return {
    rows,
    width: batches[0]?.columns.length ?? 0,
    numbers(column) {
      const all = new Float64Array(rows);
      let at = 0;
      for (const batch of batches) {
        all.set(numbersOf(batch.columns[column]), at);
        at += batch.rows;
      }
      return all;
    },
    texts: (column) => batches.flatMap((batch) => textsOf(batch.columns[column], batch.rows)),
  };
}

function numbersOf(column: BatchColumn): Float64Array {
  if (column.kind !== "numbers") throw new Error("a column of numbers was expected");
  return column.values;
}

const decoder = new TextDecoder();

function textsOf(column: BatchColumn, rows: number): (string | null)[] {
  if (column.kind !== "texts") throw new Error("a column of text was expected");
  const { bytes, starts, ends } = column;
  return Array.from({ length: rows }, (_, i) =>
    starts[i] < 0 ? null : decoder.decode(bytes.subarray(starts[i], ends[i])),
  );
}
