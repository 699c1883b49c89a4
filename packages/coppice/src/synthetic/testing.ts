import { cellText } from "../table/column.js";
import { columnOf, type Table } from "../table/table.js";

/* Helpers with which the tests of this folder read a table. */

export function numbers(table: Table, name: string): number[] {
  const column = columnOf(table, name);
  if (column.type !== "numeric") throw new Error(`${name} is ${column.type}`);
  return [...column.values];
}

export function texts(table: Table, name: string): (string | undefined)[] {
  const column = columnOf(table, name);
  return Array.from({ length: table.rows }, (_, row) => cellText(column, row));
}

/** Each row as text, with cells separated by spaces; `?` is missing. */
export function lines({ rows, columns }: Table): string[] {
  const line = (row: number) => columns.map((column) => cellText(column, row) ?? "?").join(" ");
  return Array.from({ length: rows }, (_, row) => line(row));
}

/** How often each declared level occurs in the column, in the order of the levels. */
export function tally(table: Table, name: string): number[] {
  const column = columnOf(table, name);
  if (column.type === "numeric") throw new Error(`${name} is numeric`);
  const counts = column.levels.map(() => 0);
  for (const code of column.codes) counts[code]++;
  return counts;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function variance(values: readonly number[]): number {
  const centre = mean(values);
  return mean(values.map((value) => (value - centre) ** 2));
}

/** The cells of a numeric column in the rows of one class. */
export function within(table: Table, name: string, label: string): number[] {
  const labels = texts(table, "class");
  return numbers(table, name).filter((_, row) => labels[row] === label);
}
