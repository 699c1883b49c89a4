import type { Column } from "../table/column.js";
import { encodedOnce } from "./encode.js";
import type { Problem } from "./problem.js";

/** Rows are ranked by leading columns until there are so many combinations of their values per row. */
const COMBINATIONS = 16;

/**
 * The rows in an order that depends only on their content, so that random assignments along it do not depend on the order
 * of the file. Rows that are equal in everything are interchangeable.
 *
 * The leading columns are sorted by rank, the last of them first; what they leave together is compared cell by cell.
 */
export function rowOrder({ rows, target, attributes, weights }: Problem): Int32Array {
  const columns = [target.column, ...attributes];
  const leading: Ranks[] = [];
  for (let product = 1; product < COMBINATIONS * rows && leading.length < columns.length; ) {
    const ranks = ranksOf(columns[leading.length]);
    leading.push(ranks);
    product *= ranks.count;
  }
  let order = new Int32Array(rows);
  for (let row = 0; row < rows; row++) order[row] = row;
  for (const ranks of leading.toReversed()) order = sortedBy(ranks, order);
  const rest = columns.slice(leading.length).map(cellsOf);
  if (weights) rest.push(weights);
  if (rest.length > 0) sortTies(order, leading, (a, b) => compare(rest, a, b));
  return order;
}

interface Ranks {
  readonly ranks: Int32Array;
  readonly count: number;
}

/** Missing cells are below all others; a number that is infinitely small is their equal. */
function ranksOf(column: Column): Ranks {
  const { facts, codes } = encodedOnce(column);
  const above = facts.values?.[0] === Number.NEGATIVE_INFINITY ? 0 : 1;
  return {
    ranks: codes.map((code) => (code === facts.codes ? 0 : code + above)),
    count: facts.codes + 1,
  };
}

/** Rows of equal rank keep their order. */
function sortedBy({ ranks, count }: Ranks, order: Int32Array): Int32Array<ArrayBuffer> {
  const next = new Int32Array(count + 1);
  for (let i = 0; i < ranks.length; i++) next[ranks[i] + 1]++;
  for (let rank = 1; rank < count; rank++) next[rank] += next[rank - 1];
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[next[ranks[order[i]]]++] = order[i];
  return sorted;
}

/** Sorts each run of rows that have the same ranks. */
function sortTies(order: Int32Array, leading: readonly Ranks[], by: (a: number, b: number) => number): void {
  const tied = (a: number, b: number) => leading.every(({ ranks }) => ranks[a] === ranks[b]);
  for (let from = 0, end = 1; from < order.length; from = end++) {
    while (end < order.length && tied(order[from], order[end])) end++;
    if (end - from > 1) order.subarray(from, end).sort(by);
  }
}

function compare(keys: readonly ArrayLike<number>[], a: number, b: number): number {
  for (const cells of keys) {
    if (cells[a] < cells[b]) return -1;
    if (cells[a] > cells[b]) return 1;
  }
  return 0;
}

/** Missing numbers are below all others, so that any two cells can be compared. */
function cellsOf(column: Column): ArrayLike<number> {
  if (column.type !== "numeric") return column.codes;
  return column.values.map((x) => (Number.isNaN(x) ? Number.NEGATIVE_INFINITY : x));
}
