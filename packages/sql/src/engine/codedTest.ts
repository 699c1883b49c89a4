import type { Test } from "coppice";
import type { AttributeFacts } from "coppice/engine";
import type { Dialect } from "../dialect/dialect.js";
import { branchSql } from "../tree/branchSql.js";
import { type CodedRows, codedCell } from "./coded.js";

/** The branch of a test as an expression over codes; NULL if unknown. */
export function codedBranch(test: Test, rows: CodedRows): string {
  const facts = rows.attributes[test.attribute];
  return branchSql(
    overCodes(test, facts),
    codedCell(rows, test.attribute),
    integers(rows.connection.dialect),
  );
}

/** The same test in terms of codes: thresholds of numbers become the rank of the largest value that is at most as large. */
export function overCodes(test: Test, { values }: AttributeFacts): Test {
  if (values === undefined) return test;
  if (test.kind === "threshold") return { ...test, threshold: rankOf(values, test.threshold) };
  if (test.kind === "intervals") return { ...test, edges: test.edges.map((edge) => rankOf(values, edge)) };
  return test;
}

/** How many of the ascending values are at most x, less one. */
export function rankOf(values: Float64Array, x: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Codes are compared with integers. The threshold of an ordered attribute may lie between two. */
export function integers(dialect: Dialect): Dialect {
  return { ...dialect, double: (value) => String(Math.floor(value)) };
}
