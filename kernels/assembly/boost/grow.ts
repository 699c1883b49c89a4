// One tree, leaf by leaf. Every thread of the team divides and tallies its own rows, then scans its own attributes.

import { leaveIfStopped } from "../common/control";
import { branch, divide, sidesFor } from "./branch";
import { readBest, scanLeaf } from "./choose";
import { me, meet, ownCount, sumOfCounts, team } from "./crew";
import { DEPTH, GAIN, ROWS, SLOT, SUM_H } from "./leaf";
import { plant } from "./plant";
import { boardAt, byDepth, leafAt, maxDepth, maxLeaves, minLeaf } from "./plan";
import { leave, merge, slotOf, takeOut, tallyInto } from "./slots";
import { writeLeaf, writeSplit } from "./write";

let nodes: i32 = 0;
let leaves: i32 = 0;

/** Grows the tree of one output; the first of the team writes its nodes. Returns its number of leaves. */
export function growTree(output: i32): i32 {
  nodes = 1;
  leaves = 1;
  const root = leafAt(me, 0);
  plant(output, root);
  store<f64>(root, -1, GAIN);
  search(root, 0, root);
  while (leaves < maxLeaves) {
    const next = nextLeaf();
    if (next < 0) break;
    split(next);
  }
  if (me == 0) for (let i = 0; i < leaves; i++) writeLeaf(leafAt(0, i));
  return leaves;
}

/** The leaf to split: the one with the greatest gain, or the first of those nearest to the root. */
function nextLeaf(): i32 {
  let best = -1;
  let most: f64 = 0;
  let least = i32.MAX_VALUE;
  for (let i = 0; i < leaves; i++) {
    const leaf = leafAt(me, i);
    const gain = load<f64>(leaf, GAIN);
    const depth = load<i32>(leaf, DEPTH);
    if (gain <= 0) continue;
    if (byDepth ? depth < least : gain > most) {
      best = i;
      most = gain;
      least = depth;
    }
  }
  return best;
}

@inline
function maySplit(leaf: usize): bool {
  return load<i32>(leaf, DEPTH) < maxDepth && <f64>load<i32>(leaf, ROWS) >= 2 * minLeaf;
}

/** The best tests of one leaf, or of two, from their tallies. */
function search(a: usize, count: i32, b: usize): void {
  const first = maySplit(a);
  const second = count > 0 && maySplit(b);
  if (first) scanLeaf(a, slotOf(load<i32>(a, SLOT)), 0);
  if (second) scanLeaf(b, slotOf(load<i32>(b, SLOT)), 1);
  meet();
  if (first) readBest(a, 0);
  if (second) readBest(b, 1);
}

function split(at: i32): void {
  leaveIfStopped();
  const leaf = leafAt(me, at);
  const other = leafAt(me, leaves);
  const left = divide(leaf, other, sidesFor(leaf, leaves));
  if (me == 0) writeSplit(leaf, nodes, leaves);
  const slot = load<i32>(leaf, SLOT);
  const fresh = leaves;
  branch(leaf, other, nodes);
  nodes += 2;
  const rightIsSmall = load<i64>(other, SUM_H) < load<i64>(leaf, SUM_H);
  const small = rightIsSmall ? other : leaf;
  const large = rightIsSmall ? leaf : other;
  store<i32>(small, fresh, SLOT);
  store<i32>(large, slot, SLOT);
  store<f64>(leaf, -1, GAIN);
  store<f64>(other, -1, GAIN);
  leaves++;
  store<i32>(ownCount(me), left);
  const more = leaves < maxLeaves && load<i32>(leaf, DEPTH) < maxDepth;
  if (team == 1) {
    readRows(leaf, other);
    if (more) searchAlone(small, large, slot, fresh);
    return;
  }
  if (more) tallyInto(fresh, small);
  meet();
  readRows(leaf, other);
  if (!more) {
    meet();
    return;
  }
  merge(fresh);
  if (maySplit(large)) leave(slot, fresh);
  search(small, 1, large);
}

/** A thread that grows the tree alone knows the branches' rows before it tallies them, and tallies only what is scanned. */
function searchAlone(small: usize, large: usize, slot: i32, fresh: i32): void {
  const both = maySplit(large);
  if (maySplit(small)) {
    tallyInto(fresh, small);
    if (both) leave(slot, fresh);
  } else if (both) takeOut(slot, small);
  search(small, 1, large);
}

/** Rows of both branches, over all threads. */
function readRows(leaf: usize, other: usize): void {
  const left = sumOfCounts();
  const all = load<i32>(leaf, ROWS);
  store<i32>(leaf, left, ROWS);
  store<i32>(other, all - left, ROWS);
}
