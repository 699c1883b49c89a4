import { weightOf } from "./impurity";
import { landHere } from "./landing";
import { setLeaf } from "./nodes";
import { maxDepth, minSplit, width } from "./params";

// Nodes still to be split. The smaller branch of a split is always grown first, so there are never more than log2 of the
// rows.
//
//   start i32 · rows i32 · node i32 · depth i32 · key u32 · list i32 · sums f64 each
export const MOST_FRAMES: i32 = 80;

@inline
export function frameBytes(): usize {
  return 24 + (<usize>width << 3);
}

@inline
export function sumsOf(frame: usize): usize {
  return frame + 24;
}

/** Pushes a node on the stack if it may be split; otherwise it becomes a leaf. Returns the new top. */
export function pushNode(
  top: usize,
  sums: usize,
  start: i32,
  n: i32,
  node: i32,
  depth: i32,
  key: u32,
  list: i32,
  entries: usize,
  isPure: bool,
): usize {
  if (isPure || depth >= maxDepth || !(weightOf(sums) >= minSplit - 1e-6)) {
    makeLeaf(node, sums, entries, n);
    return top;
  }
  store<i32>(top, start);
  store<i32>(top, n, 4);
  store<i32>(top, node, 8);
  store<i32>(top, depth, 12);
  store<u32>(top, key, 16);
  store<i32>(top, list, 20);
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(sumsOf(top) + k, load<f64>(sums + k));
  return top + frameBytes();
}

@inline
export function makeLeaf(node: i32, sums: usize, entries: usize, n: i32): void {
  setLeaf(node, sums);
  landHere(node, entries, n);
}
