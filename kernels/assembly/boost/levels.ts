// The best set of levels of one nominal attribute at one node: levels in order of their gradient for each unit of
// hessian, from either end (Fisher 1958; LightGBM's smoothing, and its limits on how many and how small).

import { FROM_TOP, H, MISSING_LEFT, ON_LEVELS, consider, considerBounded, need, needGroup, needLevel } from "./node";
import { constrained, hessianScale, lambda, levelLambda, maxLevels, shift, smoothingRows } from "./plan";

/** An entry of a list of levels: ratio, cell, bin. */
const ENTRY: usize = 24;

/** Bytes that two lists need for attributes of so many bins. */
export function levelRoom(bins: i32): usize {
  return 2 * ENTRY * <usize>(bins + 2);
}

let eligible: i32 = 0;
/** How many entries either list holds. */
let lowest: i32 = 0;
let highest: i32 = 0;

@inline
function place(list: usize, at: i32, ratio: f64, cell: i64, bin: i32): void {
  const entry = list + <usize>at * ENTRY;
  store<f64>(entry, ratio);
  store<i64>(entry, cell, 8);
  store<i32>(entry, bin, 16);
}

/** Puts a level into the list of the lowest ratios; an equal one stays ahead of it. */
@inline
function insertLow(list: usize, limit: i32, ratio: f64, cell: i64, bin: i32): void {
  let at = lowest;
  if (at == limit) {
    if (load<f64>(list + <usize>(at - 1) * ENTRY) <= ratio) return;
    at--;
  } else lowest++;
  while (at > 0 && load<f64>(list + <usize>(at - 1) * ENTRY) > ratio) {
    memory.copy(list + <usize>at * ENTRY, list + <usize>(at - 1) * ENTRY, ENTRY);
    at--;
  }
  place(list, at, ratio, cell, bin);
}

/** Puts a level into the list of the highest ratios, ahead of an equal one. */
@inline
function insertHigh(list: usize, limit: i32, ratio: f64, cell: i64, bin: i32): void {
  let at = highest;
  if (at == limit) {
    if (load<f64>(list + <usize>(at - 1) * ENTRY) > ratio) return;
    at--;
  } else highest++;
  while (at > 0 && load<f64>(list + <usize>(at - 1) * ENTRY) <= ratio) {
    memory.copy(list + <usize>at * ENTRY, list + <usize>(at - 1) * ENTRY, ENTRY);
    at--;
  }
  place(list, at, ratio, cell, bin);
}

/** Lists the levels with the lowest and the highest ratios. */
function order(cells: usize, bins: i32, missing: i32, plain: bool, lists: usize): void {
  const mask = (<i64>1 << shift) - 1;
  const smoothing = plain ? 0 : smoothingRows * hessianScale;
  const least = plain ? 0 : needLevel;
  const limit = plain ? bins + 1 : min(maxLevels, bins + 1);
  const second = lists + ENTRY * <usize>(bins + 2);
  eligible = 0;
  lowest = 0;
  highest = 0;
  for (let b = 0; b <= bins; b++) {
    const bin = b == bins ? missing : b;
    const cell = load<i64>(cells + (<usize>bin << 3));
    if (cell == 0) continue;
    const h = <f64>(cell & mask);
    if (h < least) continue;
    eligible++;
    const ratio = <f64>(cell >> shift) / (h + smoothing);
    insertLow(lists, limit, ratio, cell, bin);
    if (!plain) insertHigh(second, limit, ratio, cell, bin);
  }
}

export function scanLevels(cells: usize, bins: i32, missing: i32, plain: bool, lists: usize): void {
  order(cells, bins, missing, plain, lists);
  if (plain) {
    scan(lists, eligible - 1, lambda, 0, missing, ON_LEVELS);
    return;
  }
  const most = min(maxLevels, (eligible + 1) >> 1);
  const regular = lambda + levelLambda;
  scan(lists, most, regular, needGroup, missing, ON_LEVELS);
  scan(lists + ENTRY * <usize>(bins + 2), most, regular, needGroup, missing, ON_LEVELS | FROM_TOP);
}

/** The first 1, 2, … levels of a list against all others; each step must bring `group` more. */
function scan(list: usize, most: i32, regular: f64, group: f64, missing: i32, flags: i32): void {
  const mask = (<i64>1 << shift) - 1;
  let how = flags;
  let sum: i64 = 0;
  let since: f64 = 0;
  for (let k = 0; k < most; k++) {
    const entry = list + <usize>k * ENTRY;
    const cell = load<i64>(entry, 8);
    sum += cell;
    since += <f64>(cell & mask);
    if (load<i32>(entry, 16) == missing) how |= MISSING_LEFT;
    const h = <f64>(sum & mask);
    if (h < need) continue;
    const rest = H - h;
    if (rest < need || rest < group) break;
    if (since < group) continue;
    since = 0;
    const g = <f64>(sum >> shift);
    if (constrained) considerBounded(g, h, h + regular, rest + regular, 0, k + 1, how);
    else consider(g, h, h + regular, rest + regular, k + 1, how);
  }
}

/** Marks the bins that a test sends left, by the tally it was found in. */
export function markLevels(
  cells: usize,
  bins: i32,
  missing: i32,
  plain: bool,
  lists: usize,
  count: i32,
  flags: i32,
  sides: usize,
): void {
  order(cells, bins, missing, plain, lists);
  const list = (flags & FROM_TOP) != 0 ? lists + ENTRY * <usize>(bins + 2) : lists;
  for (let k = 0; k < count; k++) store<u8>(sides + <usize>load<i32>(list + <usize>k * ENTRY, 16), 1);
}
