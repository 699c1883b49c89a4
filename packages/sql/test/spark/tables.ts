import type { Table } from "coppice";
import { mixedTable } from "../../../coppice/test/mixedTable.js";

/** The table with a column of its rows' positions, `id`. */
export function keyed(table: Table): Table {
  const key = {
    type: "numeric",
    name: "id",
    values: Float64Array.from({ length: table.rows }, (_, i) => i),
  } as const;
  return { ...table, columns: [...table.columns, key] };
}

/** Attributes of every kind, with missing values, and one of 300 levels, of which some do not occur. */
export function with300Levels(): Table {
  const rows = 600;
  const { columns } = mixedTable({ target: "classes", rows, seed: 7, missing: 0.1 });
  const levels = Array.from({ length: 300 }, (_, i) => `level ${i}`);
  const codes = Int32Array.from({ length: rows }, (_, row) => (row % 13 === 0 ? -1 : (row * 7919) % 290));
  return { rows, columns: [{ type: "nominal", name: "levels", levels, codes }, ...columns] };
}
