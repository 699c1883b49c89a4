import { classes, isOther, maxExhaustive, oneHot } from "./job";
import { beginSets, bestLeft, bestPlace, bestWay, levelBest, markRun } from "./levelBest";
import { orderByHalf, orderByShare } from "./levelOrder";
import { searchOneOrder, searchRuns } from "./levelRuns";
import { markSingle, searchSingles } from "./levelSingles";
import { collect, impurityOfLevels, levels } from "./levels";
import { markSet, searchSets } from "./levelSets";
import { closeFind, maskAt, noFind, placeAt, wayAt } from "./finds";
import { canReach, isConvex, knownWeight, present } from "./search";

// The best set of levels of a nominal attribute, by the learner's rule (src/learn/branch/subset.ts). The way by which it was
// found is recorded, so that the set can be made again: 1 + a class's place for a run of the order by its share.

const BY_HALF: i32 = -1;
const ALL_SETS: i32 = -2;
const ONE_LEVEL: i32 = -3;

/** Levels x orders x classes, up to which every class has an order of its own. */
const MOST_WORK: f64 = 524288;
/** The same if the classes at the node have fewer than two rows each: for runs of orders, and for all sets. */
const MOST_RUNS: f64 = 16384;
const MOST_SETS: f64 = 32768;

@inline
function haveFewRows(): bool {
  return knownWeight < 2 * <f64>present;
}

function areTooManySets(): bool {
  return <f64>(1 << (levels - 1)) * <f64>classes > MOST_SETS && haveFewRows();
}

function areTooManyRuns(): bool {
  const work = <f64>levels * <f64>present * <f64>classes;
  return work > MOST_RUNS && (work > MOST_WORK || haveFewRows());
}

/** Of at least two levels; returns whether no attribute after this one could be better. */
@inline
export function searchLevels<T>(attribute: i32, list: usize, m: i32, codes: usize): bool {
  collect<T>(list, m, codes);
  return searchCollected(attribute);
}

export function searchCollected(attribute: i32): bool {
  if (isConvex() && !canReach(impurityOfLevels())) {
    noFind(attribute);
    return false;
  }
  if (oneHot) return searchSingles(attribute, ONE_LEVEL);
  beginSets();
  if (present == 2 && !isOther) searchRuns(1);
  else if (levels <= maxExhaustive && !areTooManySets()) return searchSets(attribute, ALL_SETS);
  else if (areTooManyRuns()) searchOneOrder(BY_HALF);
  else searchRuns(present);
  return closeFind(attribute, levelBest, bestLeft, bestPlace, bestWay, 0);
}

/** Collects the levels of the chosen attribute again, and writes the side of each. */
@inline
export function markLevels<T>(attribute: i32, list: usize, m: i32, codes: usize, sides: usize): void {
  collect<T>(list, m, codes);
  markCollected(attribute, sides);
}

/** The same for levels that are collected already. */
export function markCollected(attribute: i32, sides: usize): void {
  const way = wayAt(attribute);
  if (way == ALL_SETS) return markSet(maskAt(attribute), sides);
  if (way == ONE_LEVEL) return markSingle(placeAt(attribute), sides);
  if (way == BY_HALF) orderByHalf();
  else orderByShare(way - 1);
  markRun(placeAt(attribute), sides);
}
