import { blockWords, nodeSets } from "./blocks";
import { weightOf } from "./impurity";
import { landHere } from "./landing";
import { setLeaf } from "./nodes";
import { maxDepth, minSplit, width } from "../forest/params";

// Nodes still to be split. The smaller branch of a split is always grown first, so there are never more than log2 of the
// rows.
//
//   rows i32 · node i32 · depth i32 · key u32 · attributes that do not vary u64 (see examine.ts) · sums f64 each
//
// The sets of their rows are on a stack of their own, in the memory of their block's level.
export const MOST_FRAMES: i32 = 80;

@inline
export function frameBytes(): usize {
  return 24 + (<usize>width << 3);
}

@inline
export function sumsOf(frame: usize): usize {
  return frame + 24;
}

/** The top of the stack of sets. */
let sets: usize = 0;

/** Begins the stack of a block with the set of its first node, which may be removed at once. */
export function startSets(): usize {
  const outer = sets;
  sets = nodeSets();
  return outer;
}

export function endSets(outer: usize): void {
  sets = outer;
}

@inline
export function pushSet(bits: usize): void {
  for (let at: usize = 0; at < blockWords << 3; at += 8) store<u64>(sets + at, load<u64>(bits + at));
  sets += blockWords << 3;
}

/** Removes the set on top. It stays where it is until the next is pushed. */
@inline
export function popSet(): usize {
  sets -= blockWords << 3;
  return sets;
}

/** Pushes a node on the stacks if it may be split; otherwise it becomes a leaf. Returns the new top. */
export function pushNode(
  top: usize,
  sums: usize,
  n: i32,
  node: i32,
  depth: i32,
  key: u32,
  fixed: u64,
  bits: usize,
  isPure: bool,
): usize {
  if (isPure || depth >= maxDepth || !(weightOf(sums) >= minSplit - 1e-6)) {
    makeLeaf(node, sums, bits);
    return top;
  }
  store<i32>(top, n);
  store<i32>(top, node, 4);
  store<i32>(top, depth, 8);
  store<u32>(top, key, 12);
  store<u64>(top, fixed, 16);
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(sumsOf(top) + k, load<f64>(sums + k));
  pushSet(bits);
  return top + frameBytes();
}

@inline
export function makeLeaf(node: i32, sums: usize, bits: usize): void {
  setLeaf(node, sums);
  landHere(node, bits);
}
