import { take } from "../common/bump";
import { LEAF } from "./nodes";
import { attributes, center, decreases, denominator, isClasses, width } from "./params";

// Importance by impurity: what the tests on each attribute take away in one tree, per unit of its weight. Read off the
// leaves, operation by operation as in learn/ensemble/importance/impurityDecrease.ts.

/** Branches that may be open at once: of a deeper tree TypeScript computes the decrease. */
const MOST_OPEN: usize = 512;

let stack: usize = 0;

/** Numbers of an answer: class shares, or a mean. */
@inline
function answerWidth(): usize {
  return isClasses ? <usize>width : 1;
}

export function takeDecrease(): void {
  stack = take(decreases ? MOST_OPEN * ((answerWidth() + 1) << 3) : 0);
}

/**
 * Of a member's tree in preorder, whose leaves have links (see nodes.ts): 1 if the decrease is known (f64), then the
 * decrease by attribute (f64).
 */
export function writeDecrease(member: i32, nodes: i32, attribute: usize, threshold: usize, skip: usize, pool: usize): void {
  if (!decreases) return;
  const to = decreases + ((<usize>member * (<usize>attributes + 1)) << 3);
  memory.fill(to, 0, (<usize>attributes + 1) << 3);
  const bytes = (answerWidth() + 1) << 3;
  const end = stack + MOST_OPEN * bytes;
  // Backwards, a node's left branch is the last that was finished, and its right branch the one before.
  let top = stack;
  for (let node = <usize>nodes; node-- > 0; ) {
    const a = load<i32>(attribute + (node << 2));
    if (a != LEAF) {
      top -= bytes;
      const at = to + 8 + (<usize>a << 3);
      store<f64>(at, load<f64>(at) + join(top - bytes, top, bytes));
      continue;
    }
    if (top == end) return;
    const weight = load<f64>(threshold + (node << 3));
    store<f64>(top, weight);
    answer(top + 8, load<i32>(skip + (node << 2)) - width, weight, pool);
    top += bytes;
  }
  const total = load<f64>(stack);
  for (let a: usize = 1; a <= <usize>attributes; a++) store<f64>(to + (a << 3), load<f64>(to + (a << 3)) / total);
  store<f64>(to, 1);
}

/** The answer of a leaf: its row of the pool, or if that is negative, less the number of classes, the class of a pure one. */
@inline
function answer(to: usize, row: i32, weight: f64, pool: usize): void {
  if (!isClasses) return store<f64>(to, (center + load<f64>(pool + (<usize>row << 3)) / weight) / denominator);
  const bytes = <usize>width << 3;
  if (row < 0) {
    for (let k: usize = 0; k < bytes; k += 8) store<f64>(to + k, 0);
    return store<f64>(to + (<usize>(row + width) << 3), 1);
  }
  const sums = pool + <usize>row * bytes;
  let total: f64 = 0;
  for (let k: usize = 0; k < bytes; k += 8) total += load<f64>(sums + k);
  for (let k: usize = 0; k < bytes; k += 8) store<f64>(to + k, load<f64>(sums + k) / total);
}

/** Joins two branches, weight and answer, in place of the right one; returns what their test takes away. */
@inline
function join(right: usize, left: usize, bytes: usize): f64 {
  const leftWeight = load<f64>(left);
  const rightWeight = load<f64>(right);
  const weight = leftWeight + rightWeight;
  let between: f64 = 0;
  for (let k: usize = 8; k < bytes; k += 8) {
    const l = load<f64>(left + k);
    const r = load<f64>(right + k);
    const apart = l - r;
    between += apart * apart;
    store<f64>(right + k, (leftWeight * l + rightWeight * r) / weight);
  }
  store<f64>(right, weight);
  return (leftWeight * rightWeight * between) / weight;
}
