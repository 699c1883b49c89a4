import { barrier } from "../common/barrier";
import { leaveIfStopped } from "../common/control";
import { choose, gainOf, highOf, leftWeightOf, live, lowOf } from "./choose";
import { beginOf, endOf, fillSides, largestOf, partition, share } from "./divide";
import { weightOf } from "./entropy";
import { gather } from "./gather";
import {
  BARRIER,
  branchWeights,
  classes,
  codeCount,
  control,
  entryRows,
  entryWeights,
  FAILED,
  isPerLevel,
  isShared,
  labels,
  maxDepth,
  minSplit,
  mostBranches,
  mostNodes,
  NEXT_TASK,
  NODE_COUNT,
  nodes,
  rows,
  rowWeights,
  sums,
  TASK,
  TASK_COUNT,
  taskEntries,
  tasks,
  thread,
  threads,
  topRowsAt,
  topTaskAt,
  topWeightsAt,
  useOwnEntries,
} from "./job";
import { groupCode, groupWeight } from "./scratch";
import { groups, missing, orderRows, tally } from "./tally";
import { endTogether, examineTogether, helpTogether } from "./together";

// Nodes are grown depth first. A pending node is a task; its entries are in a region that ends at `end`, after which
// everything is free by the time the task is processed. With several threads, one of them grows the top of the tree, and the
// others help it to examine its nodes; small nodes are left to the end, when each thread takes the next of them. What it
// keeps for later there is not overwritten.

let node: i32 = 0;
let from: i32 = 0;
let n: i32 = 0;
let parts: bool = false;
let end: i32 = 0;
let depth: i32 = 0;
let alive: u64 = 0;
let waiting: usize = 0;

/** Whether this is the top of a tree that threads grow together, how many nodes it leaves to them, and where entries are free. */
let isTop: bool = false;
let left: i32 = 0;
let free: i32 = 0;

function write(at: usize, node_: i32, from_: i32, n_: i32, parts_: bool, end_: i32, depth_: i32, alive_: u64): void {
  store<i32>(at, node_);
  store<i32>(at + 4, from_);
  store<i32>(at + 8, n_);
  store<i32>(at + 12, i32(parts_));
  store<i32>(at + 16, end_);
  store<i32>(at + 20, depth_);
  store<u64>(at + 24, alive_);
}

function wait(node_: i32, from_: i32, n_: i32, parts_: bool, end_: i32, depth_: i32, alive_: u64): void {
  if (isTop && n_ <= taskEntries) {
    write(topTaskAt(left), node_, from_, n_, parts_, end_, depth_, alive_);
    left++;
    return;
  }
  write(tasks + waiting * TASK, node_, from_, n_, parts_, end_, depth_, alive_);
  waiting++;
}

function takeUp(at: usize): void {
  node = load<i32>(at);
  from = load<i32>(at + 4);
  n = load<i32>(at + 8);
  parts = load<i32>(at + 12) != 0;
  end = load<i32>(at + 16);
  depth = load<i32>(at + 20);
  alive = load<u64>(at + 24);
}

const NODE: usize = 64;

@inline
function set(which: i32, field: usize, value: f64): void {
  store<f64>(nodes + <usize>which * NODE + (field << 3), value);
}

@inline
function sumsOf(which: i32): usize {
  return sums + ((<usize>which * <usize>classes) << 3);
}

function makeNode(which: i32, count: i32): void {
  memory.fill(sumsOf(which), 0, <usize>classes << 3);
  set(which, 0, -1);
  set(which, 1, <f64>count);
}

function isPure(which: i32): bool {
  let present = 0;
  for (let k: usize = 0; k < <usize>classes; k++) present += i32(load<f64>(sumsOf(which) + (k << 3)) > 0);
  return present < 2;
}

function isOpen(which: i32, at: i32): bool {
  return at < maxDepth && weightOf(sumsOf(which)) >= minSplit - 1e-6 && !isPure(which);
}

/** On every thread. */
export function growAll(): void {
  const isAlone = threads == 1;
  if (thread == 0) {
    isTop = !isAlone;
    startRoot();
    growWaiting();
    isTop = false;
    atomic.store<i32>(control + TASK_COUNT, left);
    if (!isAlone) endTogether();
  } else helpTogether();
  if (!isAlone) growTasks();
}

function startRoot(): void {
  left = 0;
  free = rows;
  waiting = 0;
  atomic.store<i32>(control + NODE_COUNT, 1);
  makeNode(0, rows);
  for (let row: usize = 0; row < <usize>rows; row++) store<u32>(entryRows + (row << 2), <u32>row);
  orderRows();
  for (let row: usize = 0; row < <usize>rows; row++) {
    const at = sumsOf(0) + (<usize>load<i32>(labels + (row << 2)) << 3);
    store<f64>(at, load<f64>(at) + (rowWeights ? load<f64>(rowWeights + (row << 3)) : 1));
  }
  if (isOpen(0, 0)) wait(0, 0, rows, false, rows, 0, ~(<u64>0));
}

function growWaiting(): void {
  while (waiting > 0) {
    leaveIfStopped();
    waiting--;
    takeUp(tasks + waiting * TASK);
    if (growNode()) continue;
    atomic.store<i32>(control + FAILED, 1);
    return;
  }
}

/** Takes the nodes that the top has left, with their entries, until there are no more. */
function growTasks(): void {
  barrier(control + BARRIER, threads);
  const count = atomic.load<i32>(control + TASK_COUNT);
  useOwnEntries();
  for (;;) {
    const i = atomic.add<i32>(control + NEXT_TASK, 1);
    if (i >= count || atomic.load<i32>(control + FAILED) != 0) return;
    takeUp(topTaskAt(i));
    memory.copy(entryRows, topRowsAt(from), <usize>n << 2);
    if (parts) memory.copy(entryWeights, topWeightsAt(from), <usize>n << 3);
    waiting = 0;
    wait(node, 0, n, parts, n, depth, alive);
    growWaiting();
  }
}

/** Chooses the test of the node: its attribute, or -1. */
function examine(entries: usize): i32 {
  if (isTop) return examineTogether(sumsOf(node), from, n, parts, alive);
  gather(entries, n, parts ? entryWeights + (<usize>from << 3) : 0);
  return choose(sumsOf(node), entries, n, alive);
}

/** False if out of memory. */
function growNode(): bool {
  const entries = entryRows + (<usize>from << 2);
  const attribute = examine(entries);
  if (attribute < 0) return true;
  const branches = isPerLevel(attribute) ? codeCount(attribute) : 2;
  const first = atomic.add<i32>(control + NODE_COUNT, branches);
  if (first < 0 || first > mostNodes - branches || first > mostBranches - branches) return false;
  const weights = weigh(attribute, branches, entries, first - 1);
  set(node, 0, <f64>attribute);
  set(node, 2, <f64>first);
  set(node, 3, <f64>lowOf(attribute));
  set(node, 4, <f64>highOf(attribute));
  set(node, 5, gainOf(attribute));
  set(node, 6, <f64>(first - 1));
  for (let b = 0; b < branches; b++) makeNode(first + b, 0);
  const elsewhere = isShared ? -1 : largestOf(weights, branches);
  const unknown = fillSides(attribute, lowOf(attribute), elsewhere, entries, n);
  let to = from;
  let after = end;
  if (unknown == 0) {
    partition(from, n, parts, branches, weights, first);
  } else {
    to = isTop ? free : end;
    const taken = share(from, to, n, unknown, branches, weights, first);
    if (taken < 0) return false;
    after = to + taken;
    if (isTop) free = after;
  }
  for (let b = 0; b < branches; b++) {
    const count = endOf(b) - beginOf(b);
    set(first + b, 1, <f64>count);
    if (isOpen(first + b, depth + 1))
      wait(first + b, to + beginOf(b), count, parts || unknown > 0, after, depth + 1, live);
  }
  return true;
}

/** Writes the known weight of each branch, from place `at` on. */
function weigh(attribute: i32, branches: i32, entries: usize, at: i32): usize {
  const weights = branchWeights + (<usize>at << 3);
  tally(attribute, entries, n);
  if (!isPerLevel(attribute)) {
    const onLeft = leftWeightOf(attribute);
    store<f64>(weights, onLeft);
    store<f64>(weights + 8, weightOf(sumsOf(node)) - weightOf(missing) - onLeft);
    return weights;
  }
  memory.fill(weights, 0, <usize>branches << 3);
  for (let g: usize = 0; g < <usize>groups; g++) {
    const code = <usize>load<i32>(groupCode + (g << 2));
    store<f64>(weights + (code << 3), load<f64>(groupWeight + (g << 3)));
  }
  return weights;
}
