import { mustBe } from "../base/errors.js";
import { randomOrder } from "../base/randomOrder.js";
import { firstEqualRows } from "./duplicates.js";
import type { Folds } from "./folds.js";
import { columnOf, type Table } from "./table.js";

/**
 * Folds that keep the rows of a group together: `groups` has a number for each row, the same within a group. With `codes`
 * the folds are stratified, if all rows of a group have the same class; if every group is a single row, these are the
 * folds of `stratifiedFolds` and `plainFolds`.
 */
export function groupedFolds(
  groups: Int32Array,
  count: number,
  seed: number,
  codes?: Int32Array,
  keys?: ArrayLike<number>,
): Folds {
  const members = membersOf(groups, randomOrder(groups.length, seed, keys));
  if (!(Number.isInteger(count) && count >= 2 && count <= members.length)) {
    const rule = `an integer from 2 to the number of distinct rows (${members.length})`;
    throw mustBe("OPTION_RANGE", "folds", rule, count);
  }
  const classes = codes === undefined ? [members] : byClass(members, codes);
  const folds = new Int32Array(groups.length);
  let next = 0;
  for (const ofClass of classes) next = dealGroups(ofClass, folds, count, next);
  return folds;
}

/** `groupedFolds` with a group for each set of rows that are equal in these columns. */
export function foldsOfDistinct(
  table: Table,
  columns: readonly string[],
  codes?: Int32Array,
  keys?: ArrayLike<number>,
): (count: number, seed: number) => Folds {
  const groups = firstEqualRows(
    columns.map((name) => columnOf(table, name)),
    table.rows,
  );
  return (count, seed) => groupedFolds(groups, count, seed, codes, keys);
}

/** The rows of each group, groups in the order in which their first rows come. */
function membersOf(groups: Int32Array, order: Int32Array): number[][] {
  const members = new Map<number, number[]>();
  for (const row of order) {
    const rows = members.get(groups[row]);
    if (rows === undefined) members.set(groups[row], [row]);
    else rows.push(row);
  }
  return [...members.values()];
}

function byClass(members: readonly number[][], codes: Int32Array): number[][][] {
  const classes: number[][][] = [];
  for (const rows of members) {
    const code = codes[rows[0]];
    while (classes.length <= code) classes.push([]);
    classes[code].push(rows);
  }
  return classes;
}

/**
 * Large groups first, each into the fold with the fewest rows so far, starting at `next`: balanced to within the largest
 * group. Returns the fold at which the next class starts.
 */
function dealGroups(members: readonly number[][], folds: Folds, count: number, next: number): number {
  const sizes = new Int32Array(count);
  let turn = next;
  // Stable: groups of the same size stay in random order.
  for (const rows of [...members].sort((a, b) => b.length - a.length)) {
    let best = turn % count;
    for (let i = 1; i < count; i++) {
      const fold = (turn + i) % count;
      if (sizes[fold] < sizes[best]) best = fold;
    }
    sizes[best] += rows.length;
    for (const row of rows) folds[row] = best;
    turn = best + 1;
  }
  return turn % count;
}
