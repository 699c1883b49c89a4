import { choose, gainOf, highOf, leftWeightOf, live, lowOf } from "./choose";
import { beginOf, endOf, fillSides, largestOf, partition, share } from "./divide";
import { weightOf } from "./entropy";
import {
  branchWeights,
  classes,
  codeCount,
  entryRows,
  entryWeights,
  isPerLevel,
  isShared,
  labels,
  maxDepth,
  minSplit,
  mostBranches,
  mostNodes,
  nodes,
  rows,
  rowWeights,
  sums,
  tasks,
} from "./job";
import { entryClass, entryWeight, groupCode, groupWeight } from "./scratch";
import { groups, missing, orderRows, tally } from "./tally";

// Nodes are grown depth first. A pending node is a task; its entries are in a region that ends at `end`, after which
// everything is free by the time the task is processed.

let node: i32 = 0;
let from: i32 = 0;
let n: i32 = 0;
let parts: bool = false;
let end: i32 = 0;
let depth: i32 = 0;
let alive: u64 = 0;
const TASK: usize = 32;
let waiting: usize = 0;

function wait(node_: i32, from_: i32, n_: i32, parts_: bool, end_: i32, depth_: i32, alive_: u64): void {
  const at = tasks + waiting * TASK;
  waiting++;
  store<i32>(at, node_);
  store<i32>(at + 4, from_);
  store<i32>(at + 8, n_);
  store<i32>(at + 12, i32(parts_));
  store<i32>(at + 16, end_);
  store<i32>(at + 20, depth_);
  store<u64>(at + 24, alive_);
}

function takeUp(): void {
  waiting--;
  const at = tasks + waiting * TASK;
  node = load<i32>(at);
  from = load<i32>(at + 4);
  n = load<i32>(at + 8);
  parts = load<i32>(at + 12) != 0;
  end = load<i32>(at + 16);
  depth = load<i32>(at + 20);
  alive = load<u64>(at + 24);
}

let made: i32 = 0;
let weighed: i32 = 0;

const NODE: usize = 64;

@inline
function set(which: i32, field: usize, value: f64): void {
  store<f64>(nodes + <usize>which * NODE + (field << 3), value);
}

@inline
function sumsOf(which: i32): usize {
  return sums + ((<usize>which * <usize>classes) << 3);
}

function makeNode(count: i32): i32 {
  memory.fill(sumsOf(made), 0, <usize>classes << 3);
  set(made, 0, -1);
  set(made, 1, <f64>count);
  return made++;
}

function isPure(which: i32): bool {
  let present = 0;
  for (let k: usize = 0; k < <usize>classes; k++) present += i32(load<f64>(sumsOf(which) + (k << 3)) > 0);
  return present < 2;
}

function isOpen(which: i32, at: i32): bool {
  return at < maxDepth && weightOf(sumsOf(which)) >= minSplit - 1e-6 && !isPure(which);
}

/** The number of nodes, or -1 if out of memory. */
export function growAll(): i32 {
  made = 0;
  weighed = 0;
  waiting = 0;
  makeNode(rows);
  for (let row: usize = 0; row < <usize>rows; row++) store<u32>(entryRows + (row << 2), <u32>row);
  orderRows();
  for (let row: usize = 0; row < <usize>rows; row++) {
    const at = sumsOf(0) + (<usize>load<i32>(labels + (row << 2)) << 3);
    store<f64>(at, load<f64>(at) + (rowWeights ? load<f64>(rowWeights + (row << 3)) : 1));
  }
  if (isOpen(0, 0)) wait(0, 0, rows, false, rows, 0, ~(<u64>0));
  while (waiting > 0) {
    takeUp();
    if (!growNode()) return -1;
  }
  return made;
}

/** Gathers the class and the weight of every entry. */
function gather(): void {
  const at = entryRows + (<usize>from << 2);
  for (let i: usize = 0; i < <usize>n; i++) {
    const row = <usize>load<u32>(at + (i << 2));
    store<i32>(entryClass + (i << 2), load<i32>(labels + (row << 2)));
    if (!parts) store<f64>(entryWeight + (i << 3), rowWeights ? load<f64>(rowWeights + (row << 3)) : 1);
  }
  if (parts) memory.copy(entryWeight, entryWeights + (<usize>from << 3), <usize>n << 3);
}

/** False if out of memory. */
function growNode(): bool {
  gather();
  const entries = entryRows + (<usize>from << 2);
  const attribute = choose(sumsOf(node), weightOf(sumsOf(node)), entries, n, alive);
  if (attribute < 0) return true;
  const branches = isPerLevel(attribute) ? codeCount(attribute) : 2;
  if (made > mostNodes - branches || weighed > mostBranches - branches) return false;
  const weights = weigh(attribute, branches, entries);
  const first = made;
  set(node, 0, <f64>attribute);
  set(node, 2, <f64>first);
  set(node, 3, <f64>lowOf(attribute));
  set(node, 4, <f64>highOf(attribute));
  set(node, 5, gainOf(attribute));
  set(node, 6, <f64>(weighed - branches));
  for (let b = 0; b < branches; b++) makeNode(0);
  const elsewhere = isShared ? -1 : largestOf(weights, branches);
  const unknown = fillSides(attribute, lowOf(attribute), elsewhere, entries, n);
  let to = from;
  let after = end;
  if (unknown == 0) {
    partition(from, n, parts, branches, weights, first);
  } else {
    to = end;
    const taken = share(from, to, n, unknown, branches, weights, first);
    if (taken < 0) return false;
    after += taken;
  }
  for (let b = 0; b < branches; b++) {
    const count = endOf(b) - beginOf(b);
    set(first + b, 1, <f64>count);
    if (isOpen(first + b, depth + 1))
      wait(first + b, to + beginOf(b), count, parts || unknown > 0, after, depth + 1, live);
  }
  return true;
}

/** Writes the known weight of each branch. */
function weigh(attribute: i32, branches: i32, entries: usize): usize {
  const weights = branchWeights + (<usize>weighed << 3);
  weighed += branches;
  tally(attribute, entries, n);
  if (!isPerLevel(attribute)) {
    const left = leftWeightOf(attribute);
    store<f64>(weights, left);
    store<f64>(weights + 8, weightOf(sumsOf(node)) - weightOf(missing) - left);
    return weights;
  }
  memory.fill(weights, 0, <usize>branches << 3);
  for (let g: usize = 0; g < <usize>groups; g++) {
    const code = <usize>load<i32>(groupCode + (g << 2));
    store<f64>(weights + (code << 3), load<f64>(groupWeight + (g << 3)));
  }
  return weights;
}
