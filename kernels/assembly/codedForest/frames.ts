import { branchKey } from "../common/nodeRandom";
import { landEntries } from "../forest/landing";
import { keepSums, leftSums, mayBeSplit, rightSums } from "../forest/stack";
import { weightOf } from "./impurity";
import { setLeafOf } from "./nodes";

// The head of a frame (forest/stack.ts):
//
//   start i32 · rows i32 · node i32 · depth i32 · key u32

/**
 * Pushes a node on the stack if it may be split; otherwise it becomes a leaf. Returns the new top. `from`: its entries of type
 * T, as in forest/landing.ts.
 */
export function pushNode<T>(
  top: usize,
  sums: usize,
  start: i32,
  n: i32,
  node: i32,
  depth: i32,
  key: u32,
  isPure: bool,
  from: usize,
  rowsOf: usize,
): usize {
  if (!mayBeSplit(isPure, depth, weightOf(sums))) {
    landEntries<T>(from, n, setLeafOf(node, sums), rowsOf);
    return top;
  }
  store<i32>(top, start);
  store<i32>(top, n, 4);
  store<i32>(top, node, 8);
  store<i32>(top, depth, 12);
  store<u32>(top, key, 16);
  return keepSums(top, sums);
}

/** The branches, nodes `left` and `left` + 1, replace their node in its frame, if they are not leaves. Returns the new top. */
export function pushBranches<T>(
  frame: usize,
  nLeft: i32,
  left: i32,
  leftPure: bool,
  rightPure: bool,
  from: usize,
  rowsOf: usize,
): usize {
  const start = load<i32>(frame);
  const nRight = load<i32>(frame, 4) - nLeft;
  const depth = load<i32>(frame, 12) + 1;
  const key = load<u32>(frame, 16);
  const lower = branchKey(key, 0);
  const upper = branchKey(key, 1);
  const rest = from + <usize>nLeft * sizeof<T>();
  if (nLeft > nRight) {
    const top = pushNode<T>(frame, leftSums, start, nLeft, left, depth, lower, leftPure, from, rowsOf);
    return pushNode<T>(top, rightSums, start + nLeft, nRight, left + 1, depth, upper, rightPure, rest, rowsOf);
  }
  const top = pushNode<T>(frame, rightSums, start + nLeft, nRight, left + 1, depth, upper, rightPure, rest, rowsOf);
  return pushNode<T>(top, leftSums, start, nLeft, left, depth, lower, leftPure, from, rowsOf);
}
