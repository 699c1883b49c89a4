import type { Column } from "../table/column.js";
import { type CodedAttribute, encodedOnce } from "./encode.js";
import { type Problem, problemRows } from "./problem.js";

/**
 * The rows in an order that depends only on their content, so that random assignments along it do not depend on the order
 * of the file. Rows that are equal in everything are interchangeable.
 *
 * They are sorted by the ranks of the first columns, the last of these first; by more columns if that leaves many ties. A
 * few ties are sorted by themselves.
 */
export function rowOrder({ rows, target, attributes, weights }: Problem): Int32Array {
  const columns: Column[] = [target.column, ...attributes];
  if (weights) columns.push({ type: "numeric", name: "", values: weights });
  const known: Ranks[] = [];
  const ranksAt = (c: number) => (known[c] ??= ranksOf(columns[c]));
  for (let count = 2; ; count *= 2) {
    const leading = columns.slice(0, count).map((_, c) => ranksAt(c));
    if (count < columns.length && tiesAtLeast(rows, leading) * FEW_TIES > rows) continue;
    let order = new Int32Array(rows);
    for (let row = 0; row < rows; row++) order[row] = row;
    for (const ranks of leading.toReversed()) order = sortedBy(ranks, order);
    if (count >= columns.length) return order;
    const isTied = tiesIn(order, leading);
    const ties = isTied.reduce((sum, tied) => sum + tied, 0);
    if (ties * FEW_TIES > rows) continue;
    if (ties > 0) sortTies(order, isTied, (c) => ranksAt(c).ranks, { from: count, to: columns.length });
    return order;
  }
}

/** The rows in that order, which are rows of their own: what is drawn among them goes by their new positions. */
export function inContentOrder(problem: Problem): Problem {
  const { within, ...ordered } = problemRows(problem, rowOrder(problem));
  return ordered;
}

/** Ties are sorted by themselves if no more than one row in so many is equal to the row before it. */
const FEW_TIES = 8;

/** So many rows are equal to another one in these columns, whatever is in them. */
function tiesAtLeast(rows: number, leading: readonly Ranks[]): number {
  return rows - leading.reduce((most, { count }) => most * count, 1);
}

export interface Ranks {
  readonly ranks: Int32Array;
  readonly count: number;
}

function ranksOf(column: Column): Ranks {
  return ranksIn(encodedOnce(column));
}

/** Missing cells are below all others; a number that is infinitely small is their equal. */
export function ranksIn({ facts, codes }: CodedAttribute): Ranks {
  const above = facts.values?.[0] === Number.NEGATIVE_INFINITY ? 0 : 1;
  const ranks = new Int32Array(codes.length);
  for (let i = 0; i < ranks.length; i++) ranks[i] = codes[i] === facts.codes ? 0 : codes[i] + above;
  return { ranks, count: facts.codes + 1 };
}

/** Rows of equal rank keep their order. */
export function sortedBy({ ranks, count }: Ranks, order: Int32Array): Int32Array<ArrayBuffer> {
  const next = new Int32Array(count + 1);
  for (let i = 0; i < ranks.length; i++) next[ranks[i] + 1]++;
  for (let rank = 1; rank < count; rank++) next[rank] += next[rank - 1];
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[next[ranks[order[i]]]++] = order[i];
  return sorted;
}

/** By place: 1 if the row there is equal to the row before it in these columns. */
function tiesIn(order: Int32Array, leading: readonly Ranks[]): Uint8Array {
  const isTied = new Uint8Array(order.length).fill(1, 1);
  for (const { ranks } of leading) {
    for (let i = 1; i < order.length; i++) if (ranks[order[i]] !== ranks[order[i - 1]]) isTied[i] = 0;
  }
  return isTied;
}

/** Rows that are equal so far are sorted by the columns that follow; rows equal in these too stay in the table's order. */
function sortTies(
  order: Int32Array,
  isTied: Uint8Array,
  ranksAt: (column: number) => Int32Array,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const compare = (a: number, b: number) => {
    for (let c = from; c < to; c++) {
      const ranks = ranksAt(c);
      if (ranks[a] !== ranks[b]) return ranks[a] - ranks[b];
    }
    return a - b;
  };
  for (let start = isTied.indexOf(1) - 1; start >= 0; ) {
    let end = start + 1;
    while (isTied[end] === 1) end++;
    order.subarray(start, end).sort(compare);
    start = isTied.indexOf(1, end) - 1;
  }
}
