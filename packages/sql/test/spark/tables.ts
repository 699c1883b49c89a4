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
  const rows = 400;
  const { columns } = mixedTable({ target: "classes", rows, seed: 7, missing: 0.1 });
  const levels = Array.from({ length: 300 }, (_, i) => `level ${i}`);
  const codes = Int32Array.from({ length: rows }, (_, row) => (row % 13 === 0 ? -1 : (row * 7919) % 290));
  return { rows, columns: [{ type: "nominal", name: "levels", levels, codes }, ...columns] };
}

/** Few rows of few values, some of them missing: statements about it are short. */
export function smallTable(target: "classes" | "values"): Table {
  const rows = 60;
  const numbers = Float64Array.from({ length: rows }, (_, row) =>
    row % 9 === 0 ? Number.NaN : (row * 7) % 8,
  );
  const codes = Int32Array.from({ length: rows }, (_, row) => (row % 11 === 0 ? -1 : (row * 5) % 3));
  const y = Float64Array.from(
    { length: rows },
    (_, row) => (numbers[row] > 3 ? 4 : 1) + codes[row] + (row % 4),
  );
  return {
    rows,
    columns: [
      { type: "numeric", name: "x", values: numbers },
      { type: "nominal", name: "kind", levels: ["red", "green", "blue"], codes },
      target === "values"
        ? { type: "numeric", name: "y", values: y }
        : { type: "nominal", name: "y", levels: ["no", "yes"], codes: Int32Array.from(y, (v) => +(v > 4)) },
    ],
  };
}
