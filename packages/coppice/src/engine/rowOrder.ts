import type { Column } from "../table/column.js";
import type { Problem } from "./problem.js";

/**
 * The rows in an order that depends only on their content, so that random assignments along it do not depend on the order
 * of the file. Rows that are equal in everything are interchangeable.
 */
export function rowOrder({ rows, target, attributes, weights }: Problem): Int32Array {
  const keys = [target.column, ...attributes].map(cellsOf);
  if (weights) keys.push(weights);
  const order = Int32Array.from({ length: rows }, (_, row) => row);
  return order.sort((a, b) => {
    for (const cells of keys) {
      if (cells[a] < cells[b]) return -1;
      if (cells[a] > cells[b]) return 1;
    }
    return 0;
  });
}

/** Missing numbers are below all others, so that any two cells can be compared. */
function cellsOf(column: Column): ArrayLike<number> {
  if (column.type !== "numeric") return column.codes;
  return column.values.map((x) => (Number.isNaN(x) ? Number.NEGATIVE_INFINITY : x));
}
