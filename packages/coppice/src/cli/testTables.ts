import { cellText } from "../table/column.js";
import type { Table } from "../table/table.js";

/** A table as CSV; its cells need no quotes. */
export function csvOf({ rows, columns }: Table): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    columns.map((column) => cellText(column, row) ?? "").join(","),
  );
  return [columns.map(({ name }) => name).join(","), ...lines, ""].join("\n");
}

/** 60 rows: y follows x but for every tenth row; z is missing now and then. */
export function pairCsv(): string {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const isHigh = i % 10 === 3 ? i % 2 === 0 : i >= 30;
    return `${i * 0.37},${i % 7 === 0 ? "" : `z${i % 3}`},${isHigh ? "high" : "low"}`;
  });
  return ["x,z,y", ...rows, ""].join("\n");
}
