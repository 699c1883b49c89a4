import { beginOf, countEntries, divide, endOf, keepShares, taken, to, unknown } from "./divide";
import {
  answers,
  ATTRIBUTE,
  BRANCHES,
  branches,
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
  readJob,
  stack,
} from "./job";

// Rows sent down a tree that error-based pruning rebuilds. See src/kernels/limbs.ts.

/** Behind it no entry is in use. */
let free: i32 = 0;

/** Takes the job up; the root has all rows. */
export function start(job: usize): void {
  readJob(job);
  free = load<i32>(nodeAt(0) + COUNT);
}

/** The node gets the test and the branches of another. */
export function become(node: i32, other: i32): void {
  store<i32>(nodeAt(node) + ATTRIBUTE, load<i32>(nodeAt(other) + ATTRIBUTE));
  store<f64>(nodeAt(node), load<f64>(nodeAt(other)));
  store<i32>(nodeAt(node) + BRANCHES, load<i32>(nodeAt(other) + BRANCHES));
  store<i32>(nodeAt(node) + FIRST, load<i32>(nodeAt(other) + FIRST));
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

@inline
function branchAt(node: usize, b: i32): i32 {
  return load<i32>(branches + ((<usize>load<i32>(node + FIRST) + <usize>b) << 2));
}

/** Sends a node's entries down from it, and counts them. `anew`: shares go by them. False where there is no room. */
export function settle(top: i32, anew: i32): bool {
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
    divide(record, from, n, free, anew != 0);
    if (taken < 0) return false;
    free += taken;
    store<i32>(record + MIXED, unknown);
    if (anew) keepShares(record);
    for (let b = 0; b < load<i32>(record + BRANCHES); b++)
      push(branchAt(record, b), to + beginOf(b), endOf(b) - beginOf(b), 0);
  }
  return true;
}

/**
 * The class weights that the leaves below `branch` would have if all entries of `node` went down it, the last leaf
 * first; how many leaves, or -1 where there is no room.
 */
export function countIfRaised(branch: i32, node: i32): i32 {
  if (isMixed(branch, node)) return countAll(branch, node);
  const leaves = countOthers(branch, node);
  return leaves == MISSING ? countAll(branch, node) : leaves;
}

const NO_ROOM: i32 = -1;
const MISSING: i32 = -2;

/** Whether rows were shared between the branches of the node, or of some node below the branch. */
function isMixed(branch: i32, node: i32): bool {
  if (load<i32>(nodeAt(node) + MIXED)) return true;
  depth = 0;
  push(branch, 0, 0, 0);
  while (depth > 0) {
    depth--;
    const record = nodeAt(load<i32>(stack + (depth << 4)));
    if (load<i32>(record + ATTRIBUTE) < 0) continue;
    if (load<i32>(record + MIXED)) return true;
    for (let b = 0; b < load<i32>(record + BRANCHES); b++) push(branchAt(record, b), 0, 0, 0);
  }
  return false;
}

/** False where there is no room. */
function copyEntries(from: i32, n: i32, place: i32): bool {
  if (<f64>place + <f64>n > <f64>mostEntries) return false;
  memory.copy(entryRows + (<usize>place << 2), entryRows + (<usize>from << 2), <usize>n << 2);
  memory.copy(entryWeights + (<usize>place << 3), entryWeights + (<usize>from << 3), <usize>n << 3);
  return true;
}

function countAll(branch: i32, node: i32): i32 {
  const n = load<i32>(nodeAt(node) + COUNT);
  if (!copyEntries(load<i32>(nodeAt(node) + FROM), n, free)) return NO_ROOM;
  return descend(branch, n, false);
}

/**
 * Only the entries that are not the branch's already, which stand before and behind it: where no cell is missing the
 * others come where they are. MISSING where one is.
 */
function countOthers(branch: i32, node: i32): i32 {
  const first = load<i32>(nodeAt(node) + FROM);
  const own = load<i32>(nodeAt(branch) + FROM);
  const behind = own + load<i32>(nodeAt(branch) + COUNT);
  const last = first + load<i32>(nodeAt(node) + COUNT);
  const before = own - first;
  if (!copyEntries(first, before, free)) return NO_ROOM;
  if (!copyEntries(behind, last - behind, free + before)) return NO_ROOM;
  return descend(branch, before + last - behind, true);
}

/** Sends the n entries at `free` down from a node. `added`: to those that are at the leaves. */
function descend(top: i32, n: i32, added: bool): i32 {
  const width = <usize>classes << 3;
  let leaves = 0;
  depth = 0;
  push(top, free, n, free + n);
  while (depth > 0) {
    depth--;
    const at = stack + (depth << 4);
    const node = load<i32>(at);
    const record = nodeAt(node);
    const from = load<i32>(at + 4);
    const count = load<i32>(at + 8);
    const end = load<i32>(at + 12);
    if (load<i32>(record + ATTRIBUTE) < 0) {
      const answer = answers + <usize>leaves * width;
      if (added) memory.copy(answer, countsOf(node), width);
      else memory.fill(answer, 0, width);
      countEntries(from, count, answer);
      leaves++;
      continue;
    }
    divide(record, from, count, end, false);
    if (added && unknown > 0) return MISSING;
    if (taken < 0) return NO_ROOM;
    for (let b = 0; b < load<i32>(record + BRANCHES); b++)
      push(branchAt(record, b), to + beginOf(b), endOf(b) - beginOf(b), end + taken);
  }
  return leaves;
}
