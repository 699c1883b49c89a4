import { branchKey } from "../common/nodeRandom";
import { take } from "../forest/arena";
import { maxDepth, minSplit, width } from "../forest/params";
import { weightOf } from "./impurity";
import { setLeafOf } from "./nodes";

// Nodes still to be split. The smaller branch of a split is always grown first, so there are never more than log2 of the
// rows.
//
//   start i32 · rows i32 · node i32 · depth i32 · key u32 · - · sums f64 each
export const MOST_FRAMES: i32 = 80;

/** The sums of the branches of the node that was split last. */
export let leftSums: usize = 0;
export let rightSums: usize = 0;

export function takeBranches(): void {
  leftSums = take(<usize>width << 3);
  rightSums = take(<usize>width << 3);
}

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
  isPure: bool,
): usize {
  if (isPure || depth >= maxDepth || !(weightOf(sums) >= minSplit - 1e-6)) {
    setLeafOf(node, sums);
    return top;
  }
  store<i32>(top, start);
  store<i32>(top, n, 4);
  store<i32>(top, node, 8);
  store<i32>(top, depth, 12);
  store<u32>(top, key, 16);
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(sumsOf(top) + k, load<f64>(sums + k));
  return top + frameBytes();
}

/** Sums are exact, so a branch's are the node's minus the other's. */
@inline
export function subtract(to: usize, all: usize, part: usize): void {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(to + k, load<f64>(all + k) - load<f64>(part + k));
}

/** The branches, nodes `left` and `left` + 1, replace their node in its frame, if they are not leaves. Returns the new top. */
export function pushBranches(frame: usize, nLeft: i32, left: i32, leftPure: bool, rightPure: bool): usize {
  const start = load<i32>(frame);
  const nRight = load<i32>(frame, 4) - nLeft;
  const depth = load<i32>(frame, 12) + 1;
  const key = load<u32>(frame, 16);
  const lower = branchKey(key, 0);
  const upper = branchKey(key, 1);
  if (nLeft > nRight) {
    const top = pushNode(frame, leftSums, start, nLeft, left, depth, lower, leftPure);
    return pushNode(top, rightSums, start + nLeft, nRight, left + 1, depth, upper, rightPure);
  }
  const top = pushNode(frame, rightSums, start + nLeft, nRight, left + 1, depth, upper, rightPure);
  return pushNode(top, leftSums, start, nLeft, left, depth, lower, leftPure);
}
