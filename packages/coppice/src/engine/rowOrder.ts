import type { Column } from "../table/column.js";
import { encodedOnce } from "./encode.js";
import type { Problem } from "./problem.js";

/**
 * The rows in an order that depends only on their content, so that random assignments along it do not depend on the order
 * of the file. Rows that are equal in everything are interchangeable.
 *
 * They are sorted by the ranks of the first columns, the last of these first; by more columns if that leaves ties.
 */
export function rowOrder({ rows, target, attributes, weights }: Problem): Int32Array {
  const columns: Column[] = [target.column, ...attributes];
  if (weights) columns.push({ type: "numeric", name: "", values: weights });
  for (let count = 2; ; count *= 2) {
    const leading = columns.slice(0, count).map(ranksOf);
    let order = new Int32Array(rows);
    for (let row = 0; row < rows; row++) order[row] = row;
    for (const ranks of leading.toReversed()) order = sortedBy(ranks, order);
    if (count >= columns.length || !hasTies(order, leading)) return order;
  }
}

interface Ranks {
  readonly ranks: Int32Array;
  readonly count: number;
}

/** Missing cells are below all others; a number that is infinitely small is their equal. */
function ranksOf(column: Column): Ranks {
  const { facts, codes } = encodedOnce(column);
  const above = facts.values?.[0] === Number.NEGATIVE_INFINITY ? 0 : 1;
  const ranks = new Int32Array(codes.length);
  for (let i = 0; i < ranks.length; i++) ranks[i] = codes[i] === facts.codes ? 0 : codes[i] + above;
  return { ranks, count: facts.codes + 1 };
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

function hasTies(order: Int32Array, leading: readonly Ranks[]): boolean {
  return order.some((row, i) => i > 0 && leading.every(({ ranks }) => ranks[row] === ranks[order[i - 1]]));
}
