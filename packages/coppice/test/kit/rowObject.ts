import { cellText } from "../../src/table/column.js";
import type { Table } from "../../src/table/table.js";

/** A row as an object, its own properties whatever their names: a missing number is NaN, a missing level null. */
export function rowObject({ columns }: Table, row: number): Record<string, number | string | null> {
  return Object.fromEntries(
    columns.map((column) => [
      column.name,
      column.type === "numeric" ? column.values[row] : (cellText(column, row) ?? null),
    ]),
  );
}
