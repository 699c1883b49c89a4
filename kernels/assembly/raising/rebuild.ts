// Error-based pruning of the subtree of a node: src/learn/prune/errorBased.ts, operation by operation; sums of expected errors
// are added in the same order.

import { promiseAsLeaf, ROUNDING } from "./expected";
import {
  ATTRIBUTE,
  BRANCHES,
  branchAt,
  classes,
  countsOf,
  DONE,
  nodeAt,
  pending,
  PROMISE,
  SPLIT_OF,
  STALE,
  STATE,
} from "./job";
import { become, makeLeaf, promiseIfRaised, settle } from "./send";

/** A subtree is replaced by a leaf if that adds at most this many expected errors (C4.5). */
const PREFERENCE: f64 = 0.1;

const KEPT: i32 = 0;
const RAISED: i32 = 1;
const NO_ROOM: i32 = -1;

@inline
function isLeaf(node: i32): bool {
  return load<i32>(nodeAt(node) + ATTRIBUTE) < 0;
}

@inline
function branchesOf(node: i32): i32 {
  return load<i32>(nodeAt(node) + BRANCHES);
}

@inline
function stateOf(node: i32): i32 {
  return load<i32>(nodeAt(node) + STATE);
}

@inline
function setState(node: i32, state: i32): void {
  store<i32>(nodeAt(node) + STATE, state);
}

/** A pending node: its number, with all bits inverted once its branches are done. They are above those of `promiseOf`. */
let depth: usize = 0;

@inline
function push(entry: i32): void {
  store<i32>(pending + (depth << 2), entry);
  depth++;
}

/** Rebuilds what is below a node that is not done yet. False if out of memory. */
export function rebuild(top: i32): bool {
  depth = 0;
  push(top);
  while (depth > 0) {
    depth--;
    const entry = load<i32>(pending + (depth << 2));
    const node = entry < 0 ? ~entry : entry;
    if (isLeaf(node) || (entry >= 0 && (stateOf(node) & DONE) != 0)) continue;
    if (entry >= 0) {
      push(~node);
      for (let b = branchesOf(node) - 1; b >= 0; b--) push(branchAt(nodeAt(node), b));
      continue;
    }
    const verdict = judge(node);
    if (verdict == NO_ROOM) return false;
    // The raised branch has additional rows, so it is assessed again from its leaves.
    if (verdict == RAISED) push(node);
  }
  setState(top, stateOf(top) | DONE);
  return true;
}

/** Weka's order: the leaf must beat both the subtree and the raised branch; then the branch must beat the subtree. */
function judge(node: i32): i32 {
  const branch = branchAt(nodeAt(node), heaviestBranch(node));
  const asLeaf = promiseAsLeaf(node);
  const asTree = promiseOf(node);
  const asBranch = promiseIfRaised(branch, node, asTree + PREFERENCE + ROUNDING);
  if (isNaN(asBranch)) return NO_ROOM;
  // A branch that is worse than the subtree is worse than a leaf that is not: how much worse makes no difference.
  if (asLeaf <= asTree + PREFERENCE + ROUNDING && asLeaf <= asBranch + PREFERENCE + ROUNDING) {
    makeLeaf(node);
    return KEPT;
  }
  if (!(asBranch <= asTree + PREFERENCE + ROUNDING)) return KEPT;
  return raise(node, branch) ? RAISED : NO_ROOM;
}

/** The node takes the place of its branch, down which all its rows now go. */
function raise(node: i32, branch: i32): bool {
  if (isLeaf(branch)) makeLeaf(node);
  else become(node, branch);
  if (!settle(node, 1)) return false;
  renew(node);
  return true;
}

/** The model's figures below a node are no longer valid; its own are, but for its test's. */
function renew(top: i32): void {
  const bottom = depth;
  push(top);
  while (depth > bottom) {
    depth--;
    const node = load<i32>(pending + (depth << 2));
    store<f64>(nodeAt(node) + PROMISE, NaN);
    setState(node, node == top ? stateOf(node) & ~DONE : STALE);
    if (isLeaf(node)) continue;
    for (let b = 0; b < branchesOf(node); b++) push(branchAt(nodeAt(node), b));
  }
}

/** The last on a tie, as in Weka. */
function heaviestBranch(node: i32): i32 {
  let best = 0;
  let most = weightOf(branchAt(nodeAt(node), 0));
  for (let b = 1; b < branchesOf(node); b++) {
    const weight = weightOf(branchAt(nodeAt(node), b));
    if (weight < most - ROUNDING) continue;
    best = b;
    most = weight;
  }
  return best;
}

function weightOf(node: i32): f64 {
  const counts = countsOf(node);
  let weight: f64 = 0;
  for (let k: usize = 0; k < <usize>classes; k++) weight += load<f64>(counts + (k << 3));
  return weight;
}

/** The last leaf first. */
function promiseOf(top: i32): f64 {
  let sum: f64 = 0;
  const bottom = depth;
  push(top);
  while (depth > bottom) {
    depth--;
    const node = load<i32>(pending + (depth << 2));
    if (isLeaf(node)) sum += promiseAsLeaf(node);
    else for (let b = 0; b < branchesOf(node); b++) push(branchAt(nodeAt(node), b));
  }
  return sum;
}
