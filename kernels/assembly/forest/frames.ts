import { weightOf } from "./found";
import { NOWHERE } from "./landing";
import { setLeafOf } from "./nodes";
import { keepSums, mayBeSplit } from "./stack";

// The head of a frame (stack.ts):
//
//   start i32 · rows i32 · node i32 · depth i32 · key u32 · spare i32

/** The link of the leaf that was made last, if its rows are to be noted; NOWHERE if the node was pushed on the stack. */
export let newLeaf: u32 = NOWHERE;

/** Pushes a node on the stack if it may be split; otherwise it becomes a leaf. Returns the new top. */
export function pushNode(
  top: usize,
  sums: usize,
  start: i32,
  n: i32,
  node: i32,
  depth: i32,
  key: u32,
  spare: i32,
  isPure: bool,
): usize {
  if (!mayBeSplit(isPure, depth, weightOf(sums))) {
    newLeaf = setLeafOf(node, sums);
    return top;
  }
  newLeaf = NOWHERE;
  store<i32>(top, start);
  store<i32>(top, n, 4);
  store<i32>(top, node, 8);
  store<i32>(top, depth, 12);
  store<u32>(top, key, 16);
  store<i32>(top, spare, 20);
  return keepSums(top, sums);
}
