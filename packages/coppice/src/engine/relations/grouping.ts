import type { Bindings } from "./bindings.js";
import { KeyTable } from "./keyTable.js";
import type { Facts } from "./literal.js";

/** Bindings counted by the constants in some of their columns. */
export interface Grouping {
  readonly columns: readonly number[];
  readonly keys: KeyTable;
  readonly positives: Int32Array;
  readonly negatives: Int32Array;
  /** Room for counting matches of each group; all zero between uses. */
  readonly matches: Int32Array;
}

export function groupBy(bindings: Bindings, columns: readonly number[], codes: number): Grouping {
  const { rows, width, cells } = bindings;
  const keys = new KeyTable(codes, columns.length, rows);
  const groups = new Int32Array(rows);
  for (let row = 0; row < rows; row++) groups[row] = keys.add(cells, row * width, columns);
  const positives = new Int32Array(keys.size);
  const negatives = new Int32Array(keys.size);
  for (let row = 0; row < rows; row++) (row < bindings.positives ? positives : negatives)[groups[row]]++;
  return { columns, keys, positives, negatives, matches: new Int32Array(keys.size) };
}

/** What becomes of bindings when a literal is added, without making them. */
export interface LiteralTally {
  /** Rows that match some tuple. */
  readonly matchedPositives: number;
  readonly matchedNegatives: number;
  /** Rows that come of them: one for each tuple matched. */
  readonly positives: number;
  readonly negatives: number;
  /** No row matches two tuples. */
  readonly single: boolean;
}

/**
 * Tuples of `facts` are matched with groups: `places[i]` is the argument that must be what stands in column i of the
 * grouping, and both arguments of each pair in `equals` must be the same.
 */
export function tallyMatches(
  { keys, positives, negatives, matches }: Grouping,
  { tuples, arity }: Facts,
  places: readonly number[],
  equals: readonly (readonly [number, number])[],
): LiteralTally {
  const touched: number[] = [];
  for (let at = 0; at < tuples.length; at += arity) {
    if (equals.length > 0 && equals.some(([a, b]) => tuples[at + a] !== tuples[at + b])) continue;
    const group = keys.find(tuples, at, places);
    if (group >= 0 && matches[group]++ === 0) touched.push(group);
  }
  let [matchedPositives, matchedNegatives, held, wrong, single] = [0, 0, 0, 0, true];
  for (const group of touched) {
    const times = matches[group];
    matches[group] = 0;
    matchedPositives += positives[group];
    matchedNegatives += negatives[group];
    held += times * positives[group];
    wrong += times * negatives[group];
    if (times > 1) single = false;
  }
  return { matchedPositives, matchedNegatives, positives: held, negatives: wrong, single };
}
