import { closeFind } from "./finds";
import { cellsOf, levels, levelWeight } from "./levels";
import { equal, exactGain, isAllowed, NONE } from "./search";

// Tests of one level against all others: the learner's rule of src/learn/branch/oneHot.ts.

/** Searches all levels and records the first of the best; returns whether nothing after it could be better. */
export function searchSingles(attribute: i32, way: i32): bool {
  let top = NONE;
  for (let level = 0; level < levels; level++) top = max(top, gainOf(level));
  let best = -1;
  let gain = NONE;
  for (let level = 0; level < levels && best < 0 && top > NONE; level++) {
    gain = gainOf(level);
    if (gain > NONE && gain >= top - equal) best = level;
  }
  if (best < 0) return closeFind(attribute, NONE, 0, 0, way, 0);
  return closeFind(attribute, gain, levelWeight(best), best, way, 0);
}

/** NONE if either side is too light. */
@inline
function gainOf(level: i32): f64 {
  return isAllowed(levelWeight(level)) ? exactGain(cellsOf(level)) : NONE;
}

/** Writes the side of each level: this one is on the left. */
export function markSingle(level: i32, sides: usize): void {
  memory.fill(sides, 1, <usize>levels);
  store<u8>(sides + <usize>level, 0);
}
