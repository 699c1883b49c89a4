// The alpha from which each node of a written tree is pruned: src/learn/prune/weakestLinks.ts and costComplexity.ts, operation
// by operation, for trees whose tests have two branches. Costs are misclassified weights.

import { countOf, skipOf, testedBy } from "../common/preorder";
import { classes } from "./job";

const NONE: i32 = -1;
/** Alphas are equal if they differ by less than this share. */
export const SLACK: f64 = 1e-10;
/** Alphas below this share of the root's cost are differences of rounding: 0. */
const ROUNDING: f64 = 1e-15;

/** Columns by node. f64: its cost as a leaf, the alpha from which it is pruned, by how much the cost rises then. */
let costs: usize = 0;
let alphas: usize = 0;
let saved: usize = 0;
/** i32: the leaves that this saves, the heap's links and ranks, its top below each node, the node's label. */
let leaves: usize = 0;
let left: usize = 0;
let right: usize = 0;
let ranks: usize = 0;
let tops: usize = 0;
let labels: usize = 0;

/** Bytes by node that the columns here take. */
export const LINK_BYTES: usize = 3 * 8 + 6 * 4;

@inline
export function goneAt(node: i32): f64 {
  return load<f64>(alphas + (<usize>node << 3));
}

/** What a node costs as a leaf. */
@inline
export function costAt(node: i32): f64 {
  return double(costs, node);
}

@inline
export function labelAt(node: i32): i32 {
  return load<i32>(labels + (<usize>node << 2));
}

@inline
function double(column: usize, node: i32): f64 {
  return load<f64>(column + (<usize>node << 3));
}

@inline
function word(column: usize, node: i32): i32 {
  return load<i32>(column + (<usize>node << 2));
}

@inline
function putDouble(column: usize, node: i32, x: f64): void {
  store<f64>(column + (<usize>node << 3), x);
}

@inline
function putWord(column: usize, node: i32, x: i32): void {
  store<i32>(column + (<usize>node << 2), x);
}

/** Finds labels and alphas of all nodes. */
export function findLinks(at: usize, nodes: i32): void {
  const n = <usize>nodes;
  costs = at;
  alphas = costs + (n << 3);
  saved = alphas + (n << 3);
  leaves = saved + (n << 3);
  left = leaves + (n << 2);
  right = left + (n << 2);
  ranks = right + (n << 2);
  tops = ranks + (n << 2);
  labels = tops + (n << 2);
  memory.fill(left, 0xff, n << 3);
  memory.fill(tops, 0xff, n << 2);
  for (let i = 0; i < nodes; i++) {
    putWord(ranks, i, 1);
    putDouble(alphas, i, 0);
    labelNode(i);
  }
  for (let i = nodes - 1; i >= 0; i--) if (testedBy(i) >= 0) bend(i);
  const least = ROUNDING * load<f64>(costs);
  for (let i = 0; i < nodes; i++) if (!(goneAt(i) > least)) putDouble(alphas, i, 0);
  for (let i = 0; i < nodes; i++) {
    if (testedBy(i) < 0) continue;
    putDouble(alphas, i + 1, min(max(goneAt(i + 1), 0), goneAt(i)));
    const other = i + skipOf(i);
    putDouble(alphas, other, min(max(goneAt(other), 0), goneAt(i)));
  }
}

/** The majority class (`majorityClassAt`), and what is of others. */
function labelNode(node: i32): void {
  let label = 0;
  let most = countOf(node, 0);
  for (let k = 1; k < classes; k++) {
    const count = countOf(node, k);
    if (!(count > most + 1e-9 * abs(most))) continue;
    label = k;
    most = count;
  }
  let wrong: f64 = 0;
  for (let k = 0; k < classes; k++) if (k != label) wrong += countOf(node, k);
  putWord(labels, node, label);
  putDouble(costs, node, wrong);
}

function bend(node: i32): void {
  const other = node + skipOf(node);
  let below = double(costs, node + 1) + double(costs, other);
  let count = 2;
  let top = merge(word(tops, node + 1), word(tops, other));
  const cost = double(costs, node);
  let alpha = slope(cost - below, count);
  while (top != NONE && alpha < goneAt(top) - SLACK * goneAt(top)) {
    below -= double(saved, top);
    count += word(leaves, top);
    top = merge(word(left, top), word(right, top));
    alpha = slope(cost - below, count);
  }
  putDouble(alphas, node, alpha);
  putDouble(saved, node, cost - below);
  putWord(leaves, node, count - 1);
  putWord(tops, node, merge(top, node));
}

@inline
function slope(gained: f64, count: i32): f64 {
  return count > 1 ? max<f64>(0, gained / <f64>(count - 1)) : 0;
}

/** A leftist heap, greatest alpha on top. */
function merge(a: i32, b: i32): i32 {
  if (a == NONE) return b;
  if (b == NONE) return a;
  const top = goneAt(a) >= goneAt(b) ? a : b;
  const merged = merge(word(right, top), top == a ? b : a);
  const isLeft = rankOf(word(left, top)) < rankOf(merged);
  putWord(right, top, isLeft ? word(left, top) : merged);
  if (isLeft) putWord(left, top, merged);
  putWord(ranks, top, rankOf(word(right, top)) + 1);
  return top;
}

@inline
function rankOf(node: i32): i32 {
  return node == NONE ? 0 : word(ranks, node);
}
