import { selectRows, type Table } from "../../src/table/table.js";

/** The rows from one up to, but without, another. */
export function rowsFrom(table: Table, from: number, to: number): Table {
  return selectRows(
    table,
    Int32Array.from({ length: to - from }, (_, i) => from + i),
  );
}
