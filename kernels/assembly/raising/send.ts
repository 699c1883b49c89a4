import { beginOf, countEntries, divide, endOf, keepShares, taken, to, unknown } from "./divide";
import { promiseAsLeaf, promised } from "./expected";
import {
  answers,
  ATTRIBUTE,
  BRANCHES,
  branchAt,
  COUNT,
  classes,
  countsOf,
  entryRows,
  entryWeights,
  FIRST,
  FROM,
  MIXED,
  mostEntries,
  nodeAt,
  SPLIT_OF,
  stack,
} from "./job";

// Rows sent down a tree that error-based pruning rebuilds.

/** No entry after it, in this thread's share of them, is in use. */
let free: i32 = 0;

/** The entries from here on are free. */
export function useFrom(entry: i32): void {
  free = entry;
}

export function freeFrom(): i32 {
  return free;
}

/** The node takes the test and the branches of another. */
export function become(node: i32, other: i32): void {
  store<i32>(nodeAt(node) + ATTRIBUTE, load<i32>(nodeAt(other) + ATTRIBUTE));
  store<f64>(nodeAt(node), load<f64>(nodeAt(other)));
  store<i32>(nodeAt(node) + BRANCHES, load<i32>(nodeAt(other) + BRANCHES));
  store<i32>(nodeAt(node) + FIRST, load<i32>(nodeAt(other) + FIRST));
  store<i32>(nodeAt(node) + SPLIT_OF, load<i32>(nodeAt(other) + SPLIT_OF));
}

export function makeLeaf(node: i32): void {
  store<i32>(nodeAt(node) + ATTRIBUTE, -1);
}

let depth: usize = 0;

@inline
function push(node: i32, from: i32, n: i32, end: i32): void {
  const at = stack + (depth << 4);
  depth++;
  store<i32>(at, node);
  store<i32>(at + 4, from);
  store<i32>(at + 8, n);
  store<i32>(at + 12, end);
}

/** Sends a node's entries down its subtree, and counts them. `anew`: shares are recomputed from them. False if out of memory. */
export function settle(top: i32, anew: i32): bool {
  return settleAbove(top, anew, -1, 0) >= 0;
}

/**
 * The same, but not below nodes with no more than so many entries: their numbers are written (u32) to `tasks`. Returns how many
 * there are; -1 if out of memory.
 */
export function settleAbove(top: i32, anew: i32, few: i32, tasks: usize): i32 {
  let count = 0;
  depth = 0;
  push(top, load<i32>(nodeAt(top) + FROM), load<i32>(nodeAt(top) + COUNT), 0);
  while (depth > 0) {
    depth--;
    const at = stack + (depth << 4);
    const node = load<i32>(at);
    const from = load<i32>(at + 4);
    const n = load<i32>(at + 8);
    const record = nodeAt(node);
    store<i32>(record + FROM, from);
    store<i32>(record + COUNT, n);
    memory.fill(countsOf(node), 0, <usize>classes << 3);
    countEntries(from, n, countsOf(node));
    if (load<i32>(record + ATTRIBUTE) < 0) continue;
    if (n <= few) {
      store<u32>(tasks + (<usize>count << 2), node);
      count++;
      continue;
    }
    divide(record, from, n, free, anew != 0);
    if (taken < 0) return NO_ROOM;
    free += taken;
    store<i32>(record + MIXED, unknown);
    if (anew) keepShares(record);
    for (let b = 0; b < load<i32>(record + BRANCHES); b++)
      push(branchAt(record, b), to + beginOf(b), endOf(b) - beginOf(b), 0);
  }
  return count;
}

const NO_ROOM: i32 = -1;

/**
 * The class weights that the leaves below `branch` would have if all entries of `node` went down it, the last leaf
 * first; returns the number of leaves, or -1 if out of memory.
 *
 * If no value is missing, only the entries that are not in the branch already move; they are before and after it.
 */
export function countIfRaised(branch: i32, node: i32): i32 {
  limit = Infinity;
  return sendDown(branch, node);
}

/**
 * The errors to expect of those leaves; anything above `most` if they are more than that, and NaN if out of memory. Expected
 * errors are not negative, so the sum of some leaves tells enough once it is too large.
 */
export function promiseIfRaised(branch: i32, node: i32, most: f64): f64 {
  limit = most;
  return sendDown(branch, node) < 0 ? NaN : promise;
}

function sendDown(branch: i32, node: i32): i32 {
  const record = nodeAt(node);
  const first = load<i32>(record + FROM);
  const last = first + load<i32>(record + COUNT);
  if (load<i32>(record + MIXED)) {
    if (!copyEntries(first, last - first, free)) return NO_ROOM;
    return descend(~branch, last - first);
  }
  const own = load<i32>(nodeAt(branch) + FROM);
  const behind = own + load<i32>(nodeAt(branch) + COUNT);
  const before = own - first;
  if (!copyEntries(first, before, free)) return NO_ROOM;
  if (!copyEntries(behind, last - behind, free + before)) return NO_ROOM;
  return descend(branch, before + last - behind);
}

/** False if out of memory. */
function copyEntries(from: i32, n: i32, place: i32): bool {
  if (<f64>place + <f64>n > <f64>mostEntries) return false;
  memory.copy(entryRows + (<usize>place << 2), entryRows + (<usize>from << 2), <usize>n << 2);
  memory.copy(entryWeights + (<usize>place << 3), entryWeights + (<usize>from << 3), <usize>n << 3);
  return true;
}

/** The errors expected so far, and more than this need not be known exactly; infinite if nothing is asked about errors. */
let promise: f64 = 0;
let limit: f64 = Infinity;

/** The entries on their way to a node, and the end of the region that they are in. */
let from: i32 = 0;
let count: i32 = 0;
let end: i32 = 0;

/**
 * Sends the n entries at `free` down from a node. They join those that are there already; if all bits of a
 * node's number are inverted, they are all of its entries.
 */
function descend(top: i32, n: i32): i32 {
  let leaves = 0;
  promise = 0;
  depth = 0;
  push(top, free, n, free + n);
  while (depth > 0) {
    depth--;
    const at = stack + (depth << 4);
    let id = load<i32>(at);
    from = load<i32>(at + 4);
    count = load<i32>(at + 8);
    end = load<i32>(at + 12);
    const node = id < 0 ? ~id : id;
    const record = nodeAt(node);
    if (load<i32>(record + ATTRIBUTE) < 0) {
      answer(leaves, node, id >= 0);
      leaves++;
      if (promise > limit) return leaves;
    } else if (id >= 0 && count == 0) {
      // Unchanged, all the way down.
      for (let b = 0; b < load<i32>(record + BRANCHES); b++) push(branchAt(record, b), from, 0, end);
    } else {
      if (!load<i32>(record + MIXED) || id < 0) divide(record, from, count, end, false);
      if (id >= 0 && (load<i32>(record + MIXED) || unknown > 0)) {
        // With missing values shares change, so that existing entries must be divided again with the others.
        if (!join(record)) return NO_ROOM;
        id = ~id;
        divide(record, from, count, end, false);
      }
      if (taken < 0) return NO_ROOM;
      for (let b = 0; b < load<i32>(record + BRANCHES); b++) {
        const son = branchAt(record, b);
        push(id < 0 ? ~son : son, to + beginOf(b), endOf(b) - beginOf(b), end + taken);
      }
    }
  }
  return leaves;
}

function answer(leaf: i32, node: i32, added: bool): void {
  if (added && count == 0 && limit < Infinity) {
    promise += promiseAsLeaf(node);
    return;
  }
  const width = <usize>classes << 3;
  const into = answers + <usize>leaf * width;
  if (added) memory.copy(into, countsOf(node), width);
  else memory.fill(into, 0, width);
  countEntries(from, count, into);
  if (limit < Infinity) promise += promised(into);
}

/** Appends a node's own entries to those on their way. False if out of memory. */
function join(record: usize): bool {
  const own = load<i32>(record + COUNT);
  if (!copyEntries(from, count, end)) return false;
  if (!copyEntries(load<i32>(record + FROM), own, end + count)) return false;
  from = end;
  count += own;
  end += count;
  return true;
}
