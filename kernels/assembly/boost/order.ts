// The order in which leaves are split: the one with the greatest gain first, or those nearest to the root; of equal ones
// the first.

import { DEPTH, GAIN } from "./leaf";
import { byDepth, leafBytes } from "./plan";

/** Whether leaf a is split before b, not only because of its place. */
@inline
export function precedes(a: usize, b: usize): bool {
  return byDepth ? load<i32>(a, DEPTH) < load<i32>(b, DEPTH) : load<f64>(a, GAIN) > load<f64>(b, GAIN);
}

/** The leaf to split next of `count` records from `first` on; 0 if there is nothing to gain. */
export function nextLeaf(first: usize, count: i32): usize {
  const end = first + leafBytes * <usize>count;
  let best: usize = 0;
  for (let leaf = first; leaf < end; leaf += leafBytes) {
    if (load<f64>(leaf, GAIN) <= 0) continue;
    if (best == 0 || precedes(leaf, best)) best = leaf;
  }
  return best;
}

/** How many of the leaves are split before one of them. */
export function countBefore(chosen: usize, first: usize, count: i32): i32 {
  const end = first + leafBytes * <usize>count;
  let before = 0;
  for (let leaf = first; leaf < end; leaf += leafBytes) {
    if (load<f64>(leaf, GAIN) <= 0) continue;
    if (leaf < chosen ? !precedes(chosen, leaf) : precedes(leaf, chosen)) before++;
  }
  return before;
}
