import { take } from "./arena";
import { attributes, decreases, isClasses, width } from "./params";
import { slotOf } from "./queue";

// Importance by impurity: what the tests on each attribute take away in one tree, per unit of its weight. Read off the
// leaves, operation by operation as in learn/ensemble/importance/impurityDecrease.ts.

/** Branches that may be open at once: of a deeper tree TypeScript computes the decrease. */
const MOST_OPEN: usize = 512;

let stack: usize = 0;

@inline
function openBytes(): usize {
  return 8 + (isClasses ? <usize>width << 3 : 8);
}

export function takeDecrease(): void {
  stack = take(decreases ? MOST_OPEN * openBytes() : 0);
}

/** By slot: 1 if the decrease is known (f64), then the decrease by attribute (f64). */
@inline
function decreaseOf(member: i32): usize {
  return decreases + ((slotOf(member) * (<usize>attributes + 1)) << 3);
}

/** Of a tree in preorder, whose leaves have the numbers of their answers. */
export function writeDecrease(member: i32, nodes: i32, attribute: usize, threshold: usize, skip: usize, answers: usize): void {
  if (!decreases) return;
  const to = decreaseOf(member);
  memory.fill(to, 0, (<usize>attributes + 1) << 3);
  const taken = to + 8;
  const bytes = openBytes();
  const numbers = bytes - 8;
  const end = stack + MOST_OPEN * bytes;
  // Backwards, a node's left branch is the last that was finished, and its right branch the one before.
  let top = stack;
  for (let node = <usize>nodes; node-- > 0; ) {
    const a = load<i32>(attribute + (node << 2));
    if (a >= 0) {
      top -= bytes;
      const at = taken + (<usize>a << 3);
      store<f64>(at, load<f64>(at) + join(top - bytes, top, numbers));
      continue;
    }
    if (top == end) return;
    store<f64>(top, load<f64>(threshold + (node << 3)));
    memory.copy(top + 8, answers + <usize>load<u32>(skip + (node << 2)) * numbers, numbers);
    top += bytes;
  }
  const total = load<f64>(stack);
  for (let at = taken; at < taken + (<usize>attributes << 3); at += 8) store<f64>(at, load<f64>(at) / total);
  store<f64>(to, 1);
}

/** Joins two branches, weight and means, in place of the right one; returns what their test takes away. */
@inline
function join(right: usize, left: usize, numbers: usize): f64 {
  const leftWeight = load<f64>(left);
  const rightWeight = load<f64>(right);
  const weight = leftWeight + rightWeight;
  let between: f64 = 0;
  for (let k: usize = 8; k <= numbers; k += 8) {
    const l = load<f64>(left + k);
    const r = load<f64>(right + k);
    const apart = l - r;
    between += apart * apart;
    store<f64>(right + k, (leftWeight * l + rightWeight * r) / weight);
  }
  store<f64>(right, weight);
  return (leftWeight * rightWeight * between) / weight;
}
