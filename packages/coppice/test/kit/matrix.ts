import type { Table } from "../../src/table/table.js";
import { table } from "../../src/testing/index.js";

/** A matrix of numbers, with semicolons between its rows: `matrix("0 1; 3 0")`. */
export function matrix(text: string): number[][] {
  return tuples(text).map((row) => row.map(Number));
}

/** Lists of words, with semicolons between them: `tuples("ann bob; tom bob")`. */
export function tuples(text: string): string[][] {
  return text.split(";").map((row) => row.trim().split(/\s+/));
}

/** A table in a line, as `table` reads it, with semicolons between its rows: `shortTable("x y; 1 no; ? yes")`. */
export function shortTable(text: string): Table {
  return table`${tuples(text)
    .map((row) => row.join(","))
    .join("\n")}`;
}

/** Such a table with a head and rows that are made one by one: `madeTable("x y", 40, (i) => ...)`. */
export function madeTable(head: string, rows: number, row: (i: number) => string): Table {
  return shortTable([head, ...Array.from({ length: rows }, (_, i) => row(i))].join(";"));
}
