// Trees from the columns of a model to the nodes of node.ts, in parts: tests are counted; TypeScript groups the trees and
// places their thresholds; nodes are written and thresholds listed; each column's thresholds are ranked (ranks.ts); and the
// ranks become the nodes' limits.

import {
  attributeOf,
  columnAt,
  columnBytesOf,
  columnCountOf,
  countsOf,
  cursorsOf,
  flagsOf,
  levelsOf,
  listsOf,
  modelSetsOf,
  nodesOf,
  partCountOf,
  partStart,
  ranksOf,
  scratchOf,
  setsOf,
  skipOf,
  slotCountOf,
  take,
  thresholdOf,
} from "./layPlan";
import { bytesOf, isOnCells, isSplit, Narrow, ON_LEVELS, OnCells, Wide } from "./node";

const MISSING_LEFT: u32 = 1;
const LEVELS_FLAG: u32 = 2;

/** 0: missing values go left at the threshold; 1: they go right; 2: the test is on levels. */
@inline
function kindOf(flags: u32): usize {
  return (flags & LEVELS_FLAG) != 0 ? 2 : (flags & MISSING_LEFT) != 0 ? 0 : 1;
}

/** Words with a bit per level, and one for missing values. */
@inline
function wordsOf(levels: u32): u32 {
  return (levels >> 5) + 1;
}

@inline
function bump(at: usize, by: u32): void {
  store<u32>(at, load<u32>(at) + by);
}

export function count(thread: i32, threads: i32, plan: usize): void {
  for (;;) {
    const part = take(plan);
    if (part >= partCountOf(plan)) return;
    countPart(plan, part);
  }
}

export function countPart(plan: usize, part: u32): void {
  const counts = countsOf(plan, part);
  const sets = counts + (<usize>slotCountOf(plan) << 2);
  memory.fill(counts, 0, sets + 4 - counts);
  const attributes = attributeOf(plan);
  const flags = flagsOf(plan);
  const end = partStart(plan, part + 1);
  for (let node = partStart(plan, part); node < end; node++) {
    const a = load<i32>(attributes + (node << 2));
    if (a < 0) continue;
    const kind = kindOf(load<u8>(flags + node));
    bump(counts + ((3 * <usize>a + kind) << 2), 1);
    if (kind == 2) bump(sets, wordsOf(levelsOf(plan, <usize>a)));
  }
}

export function placeNarrow(thread: i32, threads: i32, plan: usize): void {
  for (;;) {
    const part = take(plan);
    if (part >= partCountOf(plan)) return;
    placePart<Narrow>(plan, part, scratchOf(plan, thread));
  }
}

export function placeWide(thread: i32, threads: i32, plan: usize): void {
  for (;;) {
    const part = take(plan);
    if (part >= partCountOf(plan)) return;
    placePart<Wide>(plan, part, scratchOf(plan, thread));
  }
}

export function placeOnCells(thread: i32, threads: i32, plan: usize): void {
  for (;;) {
    const part = take(plan);
    if (part >= partCountOf(plan)) return;
    placePart<OnCells>(plan, part, scratchOf(plan, thread));
  }
}

/** The part's own copy of its cursors. */
@inline
function copyCursors(plan: usize, part: u32, scratch: usize): usize {
  const bytes = <usize>(columnCountOf(plan) + 1) << 2;
  memory.copy(scratch, cursorsOf(plan, part), bytes);
  return scratch;
}

function placePart<N>(plan: usize, part: u32, scratch: usize): void {
  const cursors = copyCursors(plan, part, scratch);
  const setCursor = cursors + (<usize>columnCountOf(plan) << 2);
  const attributes = attributeOf(plan);
  const flags = flagsOf(plan);
  const skips = skipOf(plan);
  const thresholds = thresholdOf(plan);
  const lists = listsOf(plan);
  const end = partStart(plan, part + 1);
  let node = partStart(plan, part);
  let to = nodesOf(plan) + node * bytesOf<N>();
  for (; node < end; node++, to += bytesOf<N>()) {
    const a = load<i32>(attributes + (node << 2));
    const skip = load<u32>(skips + (node << 2));
    if (a < 0) {
      putLeaf<N>(to, skip);
      continue;
    }
    const flag = <u32>load<u8>(flags + node);
    const kind = kindOf(flag);
    const column = columnAt(plan, 3 * <usize>a + kind);
    const ahead = skip * <u32>bytesOf<N>();
    const threshold = load<f64>(thresholds + (node << 3));
    if (kind == 2) {
      const set = copySet(plan, <u32>threshold, levelsOf(plan, <usize>a), flag & MISSING_LEFT, setCursor);
      putLevels<N>(to, plan, column, ahead, set);
      continue;
    }
    putThreshold<N>(to, plan, column, ahead, threshold);
    if (isOnCells<N>()) continue;
    const cursor = cursors + (<usize>column << 2);
    store<f64>(lists + (<usize>load<u32>(cursor) << 3), threshold);
    bump(cursor, 1);
  }
}

@inline
function putLeaf<N>(to: usize, answer: u32): void {
  if (isOnCells<N>()) {
    store<u64>(to, 0x7ff8000000000000 | <u64>answer);
    store<u64>(to, 0, 8);
    return;
  }
  store<u64>(to, bytesOf<N>() == 8 ? <u64>answer & 0xffff : 0);
  if (bytesOf<N>() == 16) store<u64>(to, <u64>answer, 8);
}

/** With codes, the limit is left for later. */
@inline
function putThreshold<N>(to: usize, plan: usize, column: u32, ahead: u32, threshold: f64): void {
  if (isOnCells<N>()) {
    store<f64>(to, threshold);
    store<u64>(to, (<u64>ahead << 32) | <u64>(column * columnBytesOf(plan)), 8);
    return;
  }
  store<u64>(to, (<u64>ahead << 32) | <u64>(column << 1));
}

/** `set`: bytes from the first set on. Narrow nodes test no levels. */
@inline
function putLevels<N>(to: usize, plan: usize, column: u32, ahead: u32, set: u32): void {
  const on = <u64>(ahead | ON_LEVELS) << 32;
  if (isOnCells<N>()) {
    store<u64>(to, <u64>set);
    store<u64>(to, on | <u64>(column * columnBytesOf(plan)), 8);
    return;
  }
  store<u64>(to, on | <u64>(column << 1));
  if (bytesOf<N>() == 16) store<u64>(to, <u64>set, 8);
}

/** The levels that go left, with a bit for missing values after them; bits beyond the levels are unused in the model. */
function copySet(plan: usize, from: u32, levels: u32, missing: u32, cursor: usize): u32 {
  const at = load<u32>(cursor);
  const words = wordsOf(levels);
  const source = modelSetsOf(plan) + (<usize>from << 2);
  const to = setsOf(plan) + (<usize>at << 2);
  const last = <usize>(words - 1) << 2;
  memory.copy(to, source, last);
  const rest = levels & 31;
  const known: u32 = rest == 0 ? 0 : load<u32>(source + last) & ((<u32>1 << rest) - 1);
  store<u32>(to + last, known | (missing << rest));
  store<u32>(cursor, at + words);
  return at << 2;
}

export function limitNarrow(thread: i32, threads: i32, plan: usize): void {
  for (;;) {
    const part = take(plan);
    if (part >= partCountOf(plan)) return;
    limitPart<Narrow>(plan, part, scratchOf(plan, thread));
  }
}

export function limitWide(thread: i32, threads: i32, plan: usize): void {
  for (;;) {
    const part = take(plan);
    if (part >= partCountOf(plan)) return;
    limitPart<Wide>(plan, part, scratchOf(plan, thread));
  }
}

/** In the order of nodes, as the lists are: placing limits by rank would miss the cache at every node. */
function limitPart<N>(plan: usize, part: u32, scratch: usize): void {
  const cursors = copyCursors(plan, part, scratch);
  const ranks = ranksOf(plan);
  const end = nodesOf(plan) + partStart(plan, part + 1) * bytesOf<N>();
  for (let node = nodesOf(plan) + partStart(plan, part) * bytesOf<N>(); node < end; node += bytesOf<N>()) {
    if (!isSplit<N>(node) || (load<u32>(node, 4) & ON_LEVELS) != 0) continue;
    const cursor = cursors + (<usize>load<u16>(node) << 1);
    store<u16>(node, load<u16>(ranks + (<usize>load<u32>(cursor) << 1)), 2);
    bump(cursor, 1);
  }
}
