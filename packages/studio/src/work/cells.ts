import type { Column } from "coppice";
import { brief, shown } from "../base/text.js";
import type { RowsPage } from "./protocol.js";

/** A cell as text; undefined if it is missing. */
export function cellText(column: Column, row: number): string | undefined {
  if (column.type !== "numeric") {
    const code = column.codes[row];
    return code < 0 ? undefined : shown(column.levels[code], 80);
  }
  const value = column.values[row];
  if (Number.isNaN(value)) return undefined;
  if (column.notation?.kind === "time") return new Date(value).toISOString().slice(0, 16).replace("T", " ");
  return Number.isInteger(value) ? String(value) : brief(value);
}

/** A cell as a program has it; null if it is missing. */
export function cellOf(column: Column, row: number): string | number | null {
  if (column.type === "numeric") return Number.isNaN(column.values[row]) ? null : column.values[row];
  return column.codes[row] < 0 ? null : column.levels[column.codes[row]];
}

export function pageOf(columns: readonly Column[], rows: readonly number[]): RowsPage {
  return {
    columns: columns.map(({ name }) => shown(name, 60)),
    rows: rows.map((row) => ({ row, cells: columns.map((column) => cellText(column, row)) })),
  };
}
