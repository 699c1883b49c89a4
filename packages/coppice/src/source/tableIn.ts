import type { Table } from "../table/table.js";

/** The data itself if it is a table, or the table of a `ReadResult`. */
export function tableIn(data: unknown): Table | undefined {
  const { table } = (data ?? {}) as { readonly table?: unknown };
  return isTable(data) ? data : isTable(table) ? table : undefined;
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
