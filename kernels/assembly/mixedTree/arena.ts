import { countsScratch, slotsFor, useCountsScratch } from "./counts";
import { attributes, arena, classes, codeCount, firstArena, localRows, used } from "./job";
import { FIND } from "./finds";
import { bestScratch, useBestScratch } from "./levelBest";
import { orderScratch, useOrderScratch } from "./levelOrder";
import { runScratch, useRunScratch } from "./levelRuns";
import { levelScratch, useLevelScratch } from "./levels";
import { setScratch, useSetScratch } from "./levelSets";
import { useLocal } from "./lists";
import { otherScratch, useOtherScratch } from "./otherImpurity";
import { searchScratch, useSearchScratch } from "./search";

// How a thread's scratch is laid out.

/** The best test on each attribute, if this thread searches a node alone. */
export let finds: usize = 0;
/** Pending nodes, FRAME bytes each. */
export let stack: usize = 0;
/** Lists of the attributes that vary at a node (u16), and how many entries there is room for. */
export let live: usize = 0;
/** A byte per level of the chosen attribute: 1 if it goes right. */
export let levelSides: usize = 0;
/** The lists of a subtree that this thread grows, and the codes by attribute and id (u16). */
export let localA: usize = 0;
export let localB: usize = 0;
export let localCodes: usize = 0;
/** By local id: 1 for the right side. */
export let localSides: usize = 0;
/** Counters for sorting by code (u32). */
export let counters: usize = 0;

/** The rows of nodes whose attributes are counted, in their order: as wide entries, and as local ones. */
export let wideRowsA: usize = 0;
export let wideRowsB: usize = 0;
export let localRowsA: usize = 0;
export let localRowsB: usize = 0;
/** Counts of pending nodes: of those that threads work on together, which are in the first arena, and of others. */
export let wideSlots: usize = 0;
export let localSlots: usize = 0;
/** By code of a counted attribute: 1 if it goes right. */
export let codeSides: usize = 0;

/** From this thread's scratch to the first one's. */
@inline
export function inFirst(at: usize): usize {
  return at - arena + firstArena;
}

export const FRAME: usize = 32;

/** A list is copied without the attributes that no longer vary, at most once for each on a path. */
export function liveRoom(): i32 {
  const all = (<i64>attributes * <i64>(attributes + 1)) >> 1;
  return <i32>min<i64>(all, <i64>attributes + (1 << 20));
}

/** Entries of a local list. */
export function localStride(): usize {
  return <usize>min(used, localRows) + 16;
}

let end: usize = 0;

function take(bytes: usize): usize {
  const at = (end + 63) & ~(<usize>63);
  end = at + bytes;
  return at;
}

function mostCodes(): u32 {
  let most: u32 = 1;
  for (let a = 0; a < attributes; a++) most = max(most, codeCount(a));
  return most;
}

function layOutFrom(start: usize): usize {
  end = start;
  const stride = localStride();
  const all = (<usize>attributes * stride) << 1;
  finds = take(<usize>attributes * FIND);
  // Along a path every level leaves one pending sibling.
  stack = take((<usize>used + 2) * FRAME);
  live = take(<usize>liveRoom() << 1);
  useSearchScratch(take(searchScratch()));
  useOtherScratch(take(otherScratch()));
  useLevelScratch(take(levelScratch()));
  useOrderScratch(take(orderScratch(classes)));
  useRunScratch(take(runScratch()));
  useBestScratch(take(bestScratch()));
  useSetScratch(take(setScratch()));
  levelSides = take(<usize>used + 1);
  localA = take(all);
  localB = take(all);
  localCodes = take(all);
  localSides = take(stride);
  const labels = take(stride << 1);
  const weights = take(stride << 3);
  useLocal(labels, weights, take(stride << 2));
  counters = take((<usize>mostCodes() + 2) << 2);
  wideRowsA = take(<usize>used << 2);
  wideRowsB = take(<usize>used << 2);
  localRowsA = take(stride << 1);
  localRowsB = take(stride << 1);
  useCountsScratch(take(countsScratch()), start != 0);
  codeSides = take(<usize>mostCodes() + 1);
  const slots = take(slotsFor(used));
  wideSlots = start != 0 ? inFirst(slots) : slots;
  localSlots = take(slotsFor(min(used, localRows)));
  return end;
}

/** Of this thread, whose number the job has been read for. */
export function layOut(): void {
  layOutFrom(arena);
}

export function arenaSize(): usize {
  return layOutFrom(0) + 64;
}
