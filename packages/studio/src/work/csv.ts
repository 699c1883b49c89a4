import type { Table } from "coppice";
import { cellOf } from "./cells.js";

/** One line of CSV (RFC 4180), quoted where a reader would otherwise see something else. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

function csvCell(text: string): string {
  return text === "" || /[",\r\n\u2028\u2029\ufeff]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** A table as CSV; a missing value is an unquoted empty cell. */
export function csvOf({ columns, rows }: Table): string {
  const lines = [csvLine(columns.map(({ name }) => name))];
  for (let row = 0; row < rows; row++) {
    const cells = columns.map((column) => cellOf(column, row));
    lines.push(`${cells.map((cell) => (cell === null ? "" : csvCell(String(cell)))).join(",")}\n`);
  }
  return lines.join("");
}
