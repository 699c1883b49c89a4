import { cellText } from "../../src/table/column.js";
import type { Table } from "../../src/table/table.js";

/** The rows as objects of numbers and texts; null where a value is missing. */
export function recordsOf({ columns, rows }: Table): Record<string, number | string | null>[] {
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(
      columns.map((column) => {
        if (column.type !== "numeric") return [column.name, cellText(column, row) ?? null];
        return [column.name, Number.isNaN(column.values[row]) ? null : column.values[row]];
      }),
    ),
  );
}
