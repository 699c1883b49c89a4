import { take } from "./arena";
import { maxDepth, minSplit, width } from "./params";

// The stack of nodes that are still to be split. The smaller branch of a split is always grown first, so there are never
// more than log2 of the rows. A frame has a head, which each kernel lays out, and the node's sums.
const HEAD: usize = 24;
export const MOST_FRAMES: i32 = 80;

@inline
export function frameBytes(): usize {
  return HEAD + (<usize>width << 3);
}

@inline
export function sumsOf(frame: usize): usize {
  return frame + HEAD;
}

/** Whether a node of this weight may be split. */
@inline
export function mayBeSplit(isPure: bool, depth: i32, weight: f64): bool {
  return !isPure && depth < maxDepth && weight >= minSplit - 1e-6;
}

/** Keeps a node's sums in its frame, whose head is written; returns the new top. */
@inline
export function keepSums(top: usize, sums: usize): usize {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(sumsOf(top) + k, load<f64>(sums + k));
  return top + frameBytes();
}

/** The sums of the branches of the node that was split last. */
export let leftSums: usize = 0;
export let rightSums: usize = 0;

export function takeBranches(): void {
  leftSums = take(<usize>width << 3);
  rightSums = take(<usize>width << 3);
}

/** Sums are exact, so a branch's are the node's minus the other's. */
@inline
export function subtract(to: usize, all: usize, part: usize): void {
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(to + k, load<f64>(all + k) - load<f64>(part + k));
}
