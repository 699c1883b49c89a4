// A leaf becomes two: their rows, their tallies and their best tests; by one thread, or by all of them.

import { branch, countRows, divide, publishPart, readParts, sidesFor } from "./branch";
import { readBest, scanAll, scanShare } from "./choose";
import { meet } from "./crew";
import { DEPTH, ROWS, SLOT, SUM_H } from "./leaf";
import { maxDepth, minLeaf } from "./plan";
import { leave, merge, slotOf, takeOut, tallyInto } from "./slots";

@inline
function maySplit(leaf: usize): bool {
  return load<i32>(leaf, DEPTH) < maxDepth && <f64>load<i32>(leaf, ROWS) >= 2 * minLeaf;
}

@inline
function slotAt(leaf: usize): usize {
  return slotOf(load<i32>(leaf, SLOT));
}

/** The best test of a leaf, from its tally: by one thread. */
export function findTest(leaf: usize): void {
  if (maySplit(leaf)) scanAll(leaf, slotAt(leaf));
}

/** The same of two leaves, which may be one, by all threads. */
export function findTests(a: usize, b: usize): void {
  const first = maySplit(a);
  const second = a != b && maySplit(b);
  if (first) scanShare(a, slotAt(a), 0);
  if (second) scanShare(b, slotAt(b), 1);
  meet();
  if (first) readBest(a, 0);
  if (second) readBest(b, 1);
}

/**
 * One thread divides the leaf between itself and `other`, and finds their tests, if there is to be `more`. It knows the
 * branches' rows before it tallies them, and tallies only what is scanned. `set`: the number of a slot and a set of sides;
 * `id`: the node of the left branch.
 */
export function splitAlone(leaf: usize, other: usize, set: i32, id: i32, more: bool): void {
  const slot = load<i32>(leaf, SLOT);
  divide(leaf, other, sidesFor(leaf, set));
  branch(leaf, other, id);
  countRows(leaf, other);
  const rightIsSmall = load<i32>(other, ROWS) < load<i32>(leaf, ROWS);
  const small = rightIsSmall ? other : leaf;
  const large = rightIsSmall ? leaf : other;
  store<i32>(small, set, SLOT);
  store<i32>(large, slot, SLOT);
  if (!more) return;
  const both = maySplit(large);
  if (maySplit(small)) {
    tallyInto(set, small);
    if (both) leave(slot, set);
  } else if (both) takeOut(slot, small);
  findTest(small);
  findTest(large);
}

/** The same by all threads: each divides and tallies its own rows, then scans its own attributes. */
export function splitTogether(leaf: usize, other: usize, set: i32, id: i32, more: bool): void {
  const slot = load<i32>(leaf, SLOT);
  const turned = divide(leaf, other, sidesFor(leaf, set));
  publishPart(leaf, other, turned);
  branch(leaf, other, id);
  const rightIsSmall = load<i64>(other, SUM_H) < load<i64>(leaf, SUM_H);
  const small = rightIsSmall ? other : leaf;
  const large = rightIsSmall ? leaf : other;
  store<i32>(small, set, SLOT);
  store<i32>(large, slot, SLOT);
  const deeper = more && load<i32>(leaf, DEPTH) < maxDepth;
  if (deeper) tallyInto(set, small);
  meet();
  readParts(leaf, other, turned);
  countRows(leaf, other);
  if (!deeper) {
    // What has just been read may be overwritten.
    meet();
    return;
  }
  merge(set);
  if (maySplit(large)) leave(slot, set);
  findTests(small, large);
}
