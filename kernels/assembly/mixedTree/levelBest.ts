import { mostLevels } from "./job";
import { orderAt } from "./levelOrder";
import { levels } from "./levels";
import { equal, knownWeight, NONE } from "./search";

// The best run of levels so far. Either side of a division could be called left: it is the one with the first level. Among
// divisions of equal gain the one with the smallest left side is chosen, then the one with the lowest levels; see
// src/engine/levelSets.ts.

export let levelBest: f64 = NONE;
export let bestLeft: f64 = 0;
export let bestPlace: i32 = 0;
export let bestWay: i32 = 0;
let bestSize: i32 = 0;
/** A byte per level: 0 if it goes left. Of the best run, and of one that is compared with it. */
let bestSides: usize = 0;
let runSides: usize = 0;

export function bestScratch(): usize {
  return (<usize>mostLevels() << 1) + 64;
}

export function useBestScratch(at: usize): void {
  bestSides = at;
  runSides = at + <usize>mostLevels();
}

export function beginSets(): void {
  levelBest = NONE;
}

/** Offers the run of the current order that ends at `place`. */
export function offerRun(gain: f64, weight: f64, place: i32, way: i32): void {
  if (levelBest > NONE && gain < levelBest - equal) return;
  const hasFirst = markRun(place, runSides);
  const size = hasFirst ? place + 1 : levels - place - 1;
  const isBetter = levelBest == NONE || gain > levelBest + equal || isSmaller(size);
  if (!isBetter) return;
  levelBest = gain;
  bestLeft = hasFirst ? weight : knownWeight - weight;
  bestPlace = place;
  bestWay = way;
  bestSize = size;
  const sides = bestSides;
  bestSides = runSides;
  runSides = sides;
}

/** Whether the run comes before the best one: fewer levels on the left, or lower ones. */
function isSmaller(size: i32): bool {
  if (size != bestSize) return size < bestSize;
  for (let level: usize = 0; level < <usize>levels; level++) {
    const side = load<u8>(runSides + level);
    if (side != load<u8>(bestSides + level)) return side == 0;
  }
  return false;
}

/** Writes the side of each level; returns whether the run itself is the left side. */
export function markRun(place: i32, sides: usize): bool {
  memory.fill(sides, 1, <usize>levels);
  for (let i = 0; i <= place; i++) store<u8>(sides + <usize>orderAt(i), 0);
  if (load<u8>(sides) == 0) return true;
  for (let level: usize = 0; level < <usize>levels; level++) store<u8>(sides + level, load<u8>(sides + level) ^ 1);
  return false;
}
