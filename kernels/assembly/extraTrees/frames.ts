import { blockWords, nodeSets } from "./blocks";
import { weightOf } from "./impurity";
import { landHere } from "./landing";
import { setLeaf } from "./nodes";
import { keepSums, mayBeSplit } from "../forest/stack";

// The head of a frame (forest/stack.ts):
//
//   rows i32 · node i32 · depth i32 · key u32 · attributes that do not vary u64 (see examine.ts)
//
// The sets of their rows are on a stack of their own, in the memory of their block's level.

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
  if (!mayBeSplit(isPure, depth, weightOf(sums))) {
    makeLeaf(node, sums, bits);
    return top;
  }
  store<i32>(top, n);
  store<i32>(top, node, 4);
  store<i32>(top, depth, 8);
  store<u32>(top, key, 12);
  store<u64>(top, fixed, 16);
  pushSet(bits);
  return keepSums(top, sums);
}

@inline
export function makeLeaf(node: i32, sums: usize, bits: usize): void {
  landHere(setLeaf(node, sums), bits);
}
