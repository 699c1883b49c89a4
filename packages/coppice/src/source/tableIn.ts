import { emptyColumn } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";

/** The data itself if it is a table, or the table of a `ReadResult`. */
export function tableIn(data: unknown): Table | undefined {
  const { table } = (data ?? {}) as { readonly table?: unknown };
  return isTable(data) ? data : isTable(table) ? table : undefined;
}

/** The table with these columns too: those that it lacks are missing in every row. */
export function completed(table: Table, wanted: readonly ColumnSchema[]): Table {
  const names = new Set(table.columns.map(({ name }) => name));
  const added = wanted.filter(({ name, part }) => !names.has(name) && !(part && names.has(part.of)));
  if (added.length === 0) return table;
  return { ...table, columns: [...table.columns, ...added.map((one) => emptyColumn(one, table.rows))] };
}

function isTable(data: unknown): data is Table {
  const { rows, columns } = (data ?? {}) as Partial<Table>;
  return typeof rows === "number" && Array.isArray(columns) && columns.every(isColumn);
}

function isColumn(column: unknown): boolean {
  const { type, name, values, codes, levels } = (column ?? {}) as Record<string, unknown>;
  if (typeof name !== "string") return false;
  return type === "numeric"
    ? values instanceof Float64Array
    : codes instanceof Int32Array && Array.isArray(levels);
}
