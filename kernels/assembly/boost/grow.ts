// One tree, leaf by leaf. Every thread divides and tallies its own rows, then scans its own attributes.

import { leaveIfStopped } from "../common/control";
import { branch, divide, sidesFor } from "./branch";
import { readBest, scanLeaf } from "./choose";
import { assemble, lists, me, meet, ownCount, sumOfCounts, team } from "./crew";
import { DEPTH, GAIN, ROWS, SLOT, SUM_H, leafAt } from "./leaf";
import { plant } from "./plant";
import { bind, boardAt, byDepth, maxDepth, maxLeaves, minLeaf } from "./plan";
import { leave, merge, slotOf, tallyInto } from "./slots";
import { writeLeaf, writeSplit } from "./write";

let nodes: i32 = 0;
let leaves: i32 = 0;

/**
 * Grows the tree of one output. `levels`: each thread's space for lists of levels, `levelBytes` each. Thread 0 writes
 * the nodes, and at byte 512 of the board their number and the number of threads that grew them.
 */
export function grow(
  thread: i32,
  threads: i32,
  block: usize,
  output: i32,
  levels: usize,
  levelBytes: usize,
): void {
  bind(block);
  assemble(thread, threads, levels + <usize>thread * levelBytes);
  nodes = 1;
  leaves = 1;
  const root = leafAt(me, 0);
  plant(output, root);
  search(root, 0, root);
  while (leaves < maxLeaves) {
    const next = nextLeaf();
    if (next < 0) break;
    split(next);
  }
  if (thread != 0) return;
  for (let i = 0; i < leaves; i++) writeLeaf(leafAt(0, i));
  store<i32>(boardAt, nodes, 512);
  store<i32>(boardAt, threads, 516);
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
  if (first) scanLeaf(me, team, a, slotOf(load<i32>(a, SLOT)), 0, lists);
  if (second) scanLeaf(me, team, b, slotOf(load<i32>(b, SLOT)), 1, lists);
  meet();
  store<f64>(a, -1, GAIN);
  if (first) readBest(team, a, 0);
  if (count > 0) store<f64>(b, -1, GAIN);
  if (second) readBest(team, b, 1);
}

function split(at: i32): void {
  leaveIfStopped();
  const leaf = leafAt(me, at);
  const other = leafAt(me, leaves);
  const left = divide(leaf, sidesFor(leaf, leaves));
  if (me == 0) writeSplit(leaf, nodes, leaves);
  const slot = load<i32>(leaf, SLOT);
  const fresh = leaves;
  branch(leaf, other, left, nodes);
  nodes += 2;
  const rightIsSmall = load<i64>(other, SUM_H) < load<i64>(leaf, SUM_H);
  const small = rightIsSmall ? other : leaf;
  const large = rightIsSmall ? leaf : other;
  store<i32>(small, fresh, SLOT);
  store<i32>(large, slot, SLOT);
  leaves++;
  store<i32>(ownCount(me), left);
  const more = leaves < maxLeaves && load<i32>(leaf, DEPTH) < maxDepth;
  if (more) tallyInto(fresh, small);
  meet();
  readRows(leaf, other);
  if (!more) {
    store<f64>(leaf, -1, GAIN);
    store<f64>(other, -1, GAIN);
    meet();
    return;
  }
  merge(fresh);
  if (maySplit(large)) leave(slot, fresh);
  search(small, 1, large);
}

/** Rows of both branches, over all threads. */
function readRows(leaf: usize, other: usize): void {
  const left = sumOfCounts();
  const all = load<i32>(leaf, ROWS);
  store<i32>(leaf, left, ROWS);
  store<i32>(other, all - left, ROWS);
}
