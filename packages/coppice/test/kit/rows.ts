import { cellText } from "../../src/table/column.js";
import { selectRows, type Table } from "../../src/table/table.js";

/** The rows from one up to, but without, another. */
export function rowsFrom(table: Table, from: number, to: number): Table {
  return selectRows(
    table,
    Int32Array.from({ length: to - from }, (_, i) => from + i),
  );
}

/** A row as an object, its own properties whatever their names; a missing number is `gap`, a missing level null. */
export function rowObject(
  { columns }: Table,
  row: number,
  gap: number | null = Number.NaN,
): Record<string, number | string | null> {
  return Object.fromEntries(
    columns.map((column) => {
      if (column.type !== "numeric") return [column.name, cellText(column, row) ?? null];
      return [column.name, Number.isNaN(column.values[row]) ? gap : column.values[row]];
    }),
  );
}

/** The rows as such objects, null where a value is missing. */
export const recordsOf = (table: Table) =>
  Array.from({ length: table.rows }, (_, row) => rowObject(table, row, null));
