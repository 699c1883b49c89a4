// The nested trees of cost-complexity pruning, of a tree that the caller has written: `rowsOf` of
// src/learn/prune/costComplexity.ts, operation by operation. Costs are misclassified weights.

import { skipOf, testedBy, usePreorder } from "../common/preorder";
import { sortColumn, sortScratch } from "../common/radix";
import { classes, readJob } from "./job";
import { costAt, findLinks, goneAt, LINK_BYTES, SLACK } from "./links";

/** Bytes of scratch for a tree of so many nodes. */
export function sequenceScratch(nodes: i32): usize {
  return <usize>nodes * (LINK_BYTES + 16) + sortScratch(nodes);
}

/**
 * Of the tree at `tree`, only attributes, places of right branches and class weights are read. Writes doubles to `to`: by node
 * the alpha from which it is pruned; then by tree of the sequence its alpha, its number of tests, and what its leaves cost.
 * Returns the number of trees, which have one test more each at least.
 */
export function sequence(job: usize, tree: usize, nodes: i32, scratch: usize, to: usize): i32 {
  readJob(0, 1, job);
  usePreorder(tree, nodes, classes);
  findLinks(scratch, nodes);
  for (let i = 0; i < nodes; i++) store<f64>(to + (<usize>i << 3), goneAt(i));
  const n = <usize>nodes;
  const falling = scratch + n * LINK_BYTES;
  const splits = falling + (n << 3);
  const order = splits + (n << 2);
  const count = collectSplits(nodes, falling, splits);
  sortColumn(falling, count, order, order + (n << 2));
  const trees = to + (n << 3);
  let written = 0;
  let cost = costAt(0);
  let before = Infinity;
  for (let k = 0; k < count; k++) {
    const node = load<i32>(splits + (<usize>load<u32>(order + (<usize>k << 2)) << 2));
    const alpha = goneAt(node);
    if (before - alpha > SLACK * alpha) writeRow(trees, written++, alpha, k, cost);
    before = alpha;
    cost += costAt(node + 1) + costAt(node + skipOf(node)) - costAt(node);
  }
  writeRow(trees, written++, 0, count, cost);
  return written;
}

/** The nodes with a test that are not pruned at once, and their alphas, negative so that the greatest come first. */
function collectSplits(nodes: i32, falling: usize, splits: usize): i32 {
  let count = 0;
  for (let i = 0; i < nodes; i++) {
    if (testedBy(i) < 0 || !(goneAt(i) > 0)) continue;
    store<f64>(falling + (<usize>count << 3), -goneAt(i));
    store<i32>(splits + (<usize>count << 2), i);
    count++;
  }
  return count;
}

function writeRow(trees: usize, row: i32, alpha: f64, tests: i32, cost: f64): void {
  const at = trees + <usize>row * 24;
  store<f64>(at, alpha);
  store<f64>(at, <f64>tests, 8);
  store<f64>(at, max<f64>(0, cost), 16);
}
