// Small leaves are split by single threads, ahead of their turn: each thread takes the leaf that will probably be split
// next, divides it and finds the tests of its branches, and so on. The tree stays the same, because expansions are accepted
// in the order in which leaves are split. Threads do not wait for each other, except for the lock of the leaves, which
// are shared meanwhile. An expansion whose turn never comes was in vain.

import { announce, awaitChange, lock, unlock } from "../common/lock";
import { leaveIfStopped } from "../common/control";
import { me, meet, team, workAlone, workTogether } from "./crew";
import { EXPANSION, GAIN, ID, ROWS } from "./leaf";
import { countBefore, nextLeaf, precedes } from "./order";
import { attributes, leafAt, leafBytes, maxLeaves, nodeAttributes, sets, sharedAt } from "./plan";
import { splitAlone } from "./split";
import { writeSplit } from "./write";

/** Cells of a leaf up to which its split is no work for several threads. */
const SMALL: i64 = 1 << 18;
/** The most expansions that wait for their turn: `sets` has room for them, and for the one whose turn it is. */
const MOST_WAITING: i32 = 8;

// What threads share: some words, a copy of all leaves, two leaves for each set, and a word for each that is 1 when these
// are ready. Words that are written at different times have cache lines of their own.
const LOCK: usize = 0;
const CHANGES: usize = 64;
/** How many times small leaves have been split in this tree. */
const TURN: usize = 128;
const LEAVES: usize = 132;
const USED: usize = 136;
const RECORDS: usize = 192;

/** The sets that a tree with so many leaves may need. */
export function setsFor(leaves: i32, threads: i32): i32 {
  return leaves + (threads > 1 ? MOST_WAITING : 0);
}

/** Bytes of what threads share, for trees with so many leaves and sets. */
export function sharedRoom(leaves: i32, count: i32, leafRecord: usize): usize {
  return RECORDS + <usize>(leaves + 2 * count) * leafRecord + (<usize>count << 2);
}

@inline
function sharedLeaves(): usize {
  return sharedAt + RECORDS;
}

/** The branches of a leaf that is expanded with this set. */
@inline
function branchesOf(set: i32): usize {
  return sharedLeaves() + leafBytes * <usize>(maxLeaves + 2 * set);
}

@inline
function readyAt(set: i32): usize {
  return branchesOf(sets) + (<usize>set << 2);
}

/** Sets taken so far; the root has the first. */
let used: i32 = 0;
let turn: i32 = 0;

/** Call this at the beginning of a tree, before a barrier. */
export function startSets(): void {
  used = 1;
  turn = 0;
  if (team > 1 && me == 0) memory.fill(sharedAt, 0, RECORDS);
}

@inline
export function nextSet(): i32 {
  return used++;
}

/** Whether one thread may expand the leaf. Attributes that are drawn at random depend on a node's number, not known yet. */
@inline
export function isSmall(leaf: usize): bool {
  return nodeAttributes == 0 && <i64>load<i32>(leaf, ROWS) * <i64>attributes <= SMALL;
}

/** Splits leaves until it is the turn of a large one, or none is left. All threads call it; returns the number of leaves. */
export function splitSmall(leaves: i32): i32 {
  turn++;
  workAlone();
  lock(sharedAt + LOCK);
  if (load<i32>(sharedAt, TURN) != turn) share(leaves);
  while (takeTask()) {
    unlock(sharedAt + LOCK);
    if (task < 0) awaitChange(sharedAt + CHANGES, seen);
    else expand();
    lock(sharedAt + LOCK);
  }
  const grown = load<i32>(sharedAt, LEAVES);
  used = load<i32>(sharedAt, USED);
  memory.copy(leafAt(me, 0), sharedLeaves(), leafBytes * <usize>grown);
  unlock(sharedAt + LOCK);
  workTogether();
  meet();
  return grown;
}

/** The first thread shares its leaves: all have the same. */
function share(leaves: i32): void {
  memory.copy(sharedLeaves(), leafAt(me, 0), leafBytes * <usize>leaves);
  store<i32>(sharedAt, turn, TURN);
  store<i32>(sharedAt, leaves, LEAVES);
  store<i32>(sharedAt, used, USED);
}

/** The set of the leaf to expand, or -1 if others must first get on, and whether the branches may be split in turn. */
let task: i32 = 0;
let more: bool = false;
let seen: i32 = 0;

/** Accepts what can be accepted and takes the next task. Returns whether there may be any more. */
function takeTask(): bool {
  // What becomes ready from now on will be noticed.
  seen = atomic.load<i32>(sharedAt + CHANGES);
  acceptReady();
  const leaves = load<i32>(sharedAt, LEAVES);
  const next = leaves < maxLeaves ? nextLeaf(sharedLeaves(), leaves) : 0;
  if (next == 0 || (load<i32>(next, EXPANSION) < 0 && !isSmall(next))) return false;
  const chosen = nextSmall(leaves);
  const before = chosen == 0 ? 0 : countBefore(chosen, sharedLeaves(), leaves);
  const set = load<i32>(sharedAt, USED);
  task = -1;
  if (chosen == 0 || leaves + before >= maxLeaves) return true;
  if (before > 0 && set - leaves >= MOST_WAITING) return true;
  task = set;
  more = leaves + before + 1 < maxLeaves;
  store<i32>(sharedAt, set + 1, USED);
  store<i32>(chosen, set, EXPANSION);
  memory.copy(branchesOf(set), chosen, leafBytes);
  store<i32>(readyAt(set), 0);
  return true;
}

/** The first leaf, in their order, that is small and not expanded; 0 if there is none. */
function nextSmall(leaves: i32): usize {
  const end = sharedLeaves() + leafBytes * <usize>leaves;
  let best: usize = 0;
  for (let leaf = sharedLeaves(); leaf < end; leaf += leafBytes) {
    if (load<f64>(leaf, GAIN) <= 0 || load<i32>(leaf, EXPANSION) >= 0 || !isSmall(leaf)) continue;
    if (best == 0 || precedes(leaf, best)) best = leaf;
  }
  return best;
}

/** Accepts the expansions of the leaves whose turn it is. */
function acceptReady(): void {
  for (let leaves = load<i32>(sharedAt, LEAVES); leaves < maxLeaves; leaves++) {
    const leaf = nextLeaf(sharedLeaves(), leaves);
    const set = leaf == 0 ? -1 : load<i32>(leaf, EXPANSION);
    if (set < 0 || atomic.load<i32>(readyAt(set)) == 0) return;
    accept(leaf, leaves, set);
    store<i32>(sharedAt, leaves + 1, LEAVES);
  }
}

/** The leaf becomes the left branch of its expansion; the right one comes after all leaves. */
function accept(leaf: usize, leaves: i32, set: i32): void {
  // Every split adds a leaf and two nodes.
  const id = 2 * leaves - 1;
  const other = sharedLeaves() + leafBytes * <usize>leaves;
  writeSplit(leaf, id, set);
  memory.copy(leaf, branchesOf(set), leafBytes);
  memory.copy(other, branchesOf(set) + leafBytes, leafBytes);
  store<i32>(leaf, id, ID);
  store<i32>(other, id + 1, ID);
}

function expand(): void {
  leaveIfStopped();
  const left = branchesOf(task);
  // The nodes are numbered when it is the leaf's turn.
  splitAlone(left, left + leafBytes, task, 0, more);
  atomic.store<i32>(readyAt(task), 1);
  announce(sharedAt + CHANGES);
}
