// What the nested trees of cost-complexity pruning lose on the rows that their tree was not grown from:
// src/learn/prune/heldOutLoss.ts, for losses of 1 and 0. Sums of weights are exact, so their order does not matter.
//
// A judgement is doubles: the address of the alphas (f64, falling; relative to the whole tree), their number, what alphas are
// multiples of, the weight of the whole tree's rows; and an i32 that is 1 once these are known.
// The answer is doubles, too: the weight of the left-out rows; and by tree, and once more, by how much the sum of its losses
// exceeds that of the tree before.

import { field, pointer } from "../common/job";
import { skipOf, testedBy } from "../common/preorder";
import { classOf, rows, weightOf } from "./job";
import { judgement, landed, outRows, perNode } from "./leftOut";
import { findLinks, goneAt, labelAt, LINK_BYTES, SLACK } from "./links";

/** Columns by node, i32: its parent, the next node up that answers in some tree, the first tree in which it is split. */
let parents: usize = 0;
let above: usize = 0;
let opens: usize = 0;

let alphas: usize = 0;
let trees: i32 = 0;

export function isJudgeable(): bool {
  return atomic.load<i32>(judgement, 32) == 1;
}

/** The rows at `outRows` have come to the nodes at `landed`; `counts` says which ones the tree was grown from. */
export function writeLosses(to: usize, nodes: i32, counts: usize, out: i32): void {
  alphas = pointer(judgement, 0);
  trees = <i32>field(judgement, 1);
  const scale = (field(judgement, 2) * grownWeight(counts)) / field(judgement, 3);
  findLinks(perNode, nodes);
  layOut(nodes);
  for (let i = 0; i < nodes; i++) open(i, scale);
  memory.fill(to, 0, (<usize>trees + 2) << 3);
  let weight: f64 = 0;
  for (let k: usize = 0; k < <usize>out; k++) {
    const row = <usize>load<u32>(outRows + (k << 2));
    weight += weightOf(row);
    addErrors(to + 8, load<i32>(landed + (k << 2)), weightOf(row), <i32>classOf(row));
  }
  store<f64>(to, weight);
}

function grownWeight(counts: usize): f64 {
  let sum: f64 = 0;
  for (let row: usize = 0; row < <usize>rows; row++) if (load<u8>(counts + row) != 0) sum += weightOf(row);
  return sum;
}

function layOut(nodes: i32): void {
  const n = <usize>nodes;
  parents = perNode + n * LINK_BYTES;
  above = parents + (n << 2);
  opens = above + (n << 2);
  store<i32>(parents, -1);
  store<i32>(above, -1);
}

@inline
function at(column: usize, node: i32): i32 {
  return load<i32>(column + (<usize>node << 2));
}

@inline
function put(column: usize, node: i32, x: i32): void {
  store<i32>(column + (<usize>node << 2), x);
}

/** Writes when a node is split, and what its branches have above them. Parents come before their branches. */
function open(node: i32, scale: f64): void {
  if (testedBy(node) < 0) {
    put(opens, node, trees);
    return;
  }
  put(opens, node, firstBelow(goneAt(node), scale));
  const up = at(parents, node);
  const same = up >= 0 && at(opens, up) == at(opens, node);
  const answering = same ? at(above, node) : node;
  const other = node + skipOf(node);
  put(parents, node + 1, node);
  put(parents, other, node);
  put(above, node + 1, answering);
  put(above, other, answering);
}

/** The first of the falling alphas at which a node that is pruned from `gone` on is still there. */
function firstBelow(gone: f64, scale: f64): i32 {
  let low = 0;
  let high = trees;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(alphas + (<usize>middle << 3)) * scale * (1 + 10 * SLACK) < gone) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Adds a row that comes to a leaf, from there up. */
function addErrors(sums: usize, leaf: i32, weight: f64, truth: i32): void {
  let end = trees;
  for (let i = leaf; i >= 0 && end > 0; i = at(above, i)) {
    const up = at(parents, i);
    const from = up < 0 ? 0 : at(opens, up);
    if (from >= end) continue;
    if (labelAt(i) != truth) {
      add(sums, from, weight);
      add(sums, end, -weight);
    }
    end = from;
  }
}

@inline
function add(sums: usize, tree: i32, weight: f64): void {
  const p = sums + (<usize>tree << 3);
  store<f64>(p, load<f64>(p) + weight);
}
