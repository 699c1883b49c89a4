import type { Column } from "../table/column.js";
import { makeTable, type Table } from "../table/table.js";

/** Stands in until the branch with all of the forms is merged: rows as objects, or lists by column. */
export function tableFrom(data: unknown): Table {
  const columns = Array.isArray(data) ? byColumn(data) : (data as Record<string, unknown[]>);
  return makeTable(Object.entries(columns).map(([name, values]) => column(name, values)));
}

function byColumn(rows: readonly Record<string, unknown>[]): Record<string, unknown[]> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
}

function column(name: string, values: readonly unknown[]): Column {
  const isMissing = (value: unknown) => value === null || value === undefined || Number.isNaN(value);
  if (values.every((value) => typeof value === "number" || isMissing(value))) {
    return { type: "numeric", name, values: Float64Array.from(values as number[], (x) => x ?? Number.NaN) };
  }
  const levels = [...new Set(values.filter((value) => !isMissing(value)).map(String))].sort();
  const codes = Int32Array.from(values, (value) => (isMissing(value) ? -1 : levels.indexOf(String(value))));
  return { type: "nominal", name, codes, levels };
}
