// The best set of levels of one nominal attribute at one node: levels in order of their gradient per unit of
// hessian, from either end (Fisher 1958; LightGBM's smoothing, and its limits on the number and size of groups).

import { FROM_TOP, H, MISSING_LEFT, ON_LEVELS, consider, considerBounded, need, needGroup, needLevel } from "./node";
import { NARROW_STEPS } from "./partition";
import { constrained, hessianScale, lambda, levelLambda, maxLevels, shift, smoothingRows } from "./plan";

/** An entry of a list of levels: ratio, bin. */
const ENTRY: usize = 16;

/** Bytes of two lists for attributes with this many bins; the steps of a partition have room in them too. */
export function levelRoom(bins: i32): usize {
  return max<usize>(2 * ENTRY * <usize>(bins + 2), NARROW_STEPS);
}

/** The capacity and the length of either list. */
let most: i32 = 0;
let lowest: i32 = 0;
let highest: i32 = 0;

@inline
function ratioAt(list: usize, at: i32): f64 {
  return load<f64>(list + <usize>at * ENTRY);
}

@inline
function place(list: usize, at: i32, ratio: f64, bin: i32): void {
  const entry = list + <usize>at * ENTRY;
  store<f64>(entry, ratio);
  store<i32>(entry, bin, 8);
}

@inline
function moveUp(list: usize, at: i32): void {
  const entry = list + <usize>at * ENTRY;
  v128.store(entry, v128.load(entry - ENTRY));
}

/** Inserts a level into the list of the lowest ratios, after equal ones. */
@inline
function insertLow(list: usize, ratio: f64, bin: i32): void {
  let at = lowest;
  if (at == most) {
    if (ratioAt(list, at - 1) <= ratio) return;
    at--;
  } else lowest++;
  for (; at > 0 && ratioAt(list, at - 1) > ratio; at--) moveUp(list, at);
  place(list, at, ratio, bin);
}

/** Inserts a level into the list of the highest ratios, before equal ones. */
@inline
function insertHigh(list: usize, ratio: f64, bin: i32): void {
  let at = highest;
  if (at == most) {
    if (ratioAt(list, at - 1) > ratio) return;
    at--;
  } else highest++;
  for (; at > 0 && ratioAt(list, at - 1) <= ratio; at--) moveUp(list, at);
  place(list, at, ratio, bin);
}

/** The cell of a bin, if it is to be considered; otherwise 0. */
@inline
function eligible(cells: usize, bin: i32, least: f64, mask: i64): i64 {
  const cell = load<i64>(cells + (<usize>bin << 3));
  return <f64>(cell & mask) >= least ? cell : 0;
}

/** Lists the levels with the lowest and the highest ratios, as many as a test may separate. Missing values come last. */
function order(cells: usize, bins: i32, plain: bool, lists: usize): void {
  const mask = (<i64>1 << shift) - 1;
  const smoothing = plain ? 0 : smoothingRows * hessianScale;
  const least = plain ? 0 : needLevel;
  const second = lists + ENTRY * <usize>(bins + 2);
  let count = 0;
  for (let b = 0; b <= bins; b++) {
    if (eligible(cells, b, least, mask) != 0) count++;
  }
  most = plain ? count : min(maxLevels, (count + 1) >> 1);
  lowest = 0;
  highest = 0;
  for (let bin = 0; bin <= bins; bin++) {
    const cell = eligible(cells, bin, least, mask);
    if (cell == 0) continue;
    const ratio = <f64>(cell >> shift) / (<f64>(cell & mask) + smoothing);
    insertLow(lists, ratio, bin);
    if (!plain) insertHigh(second, ratio, bin);
  }
}

export function scanLevels(cells: usize, bins: i32, plain: bool, lists: usize): void {
  order(cells, bins, plain, lists);
  if (plain) {
    scan(cells, lists, most - 1, lambda, 0, bins, ON_LEVELS);
    return;
  }
  const regular = lambda + levelLambda;
  scan(cells, lists, most, regular, needGroup, bins, ON_LEVELS);
  scan(cells, lists + ENTRY * <usize>(bins + 2), most, regular, needGroup, bins, ON_LEVELS | FROM_TOP);
}

/** The first 1, 2, … levels of a list against all others; each step must add at least `group`. */
function scan(cells: usize, list: usize, count: i32, regular: f64, group: f64, missing: i32, flags: i32): void {
  const mask = (<i64>1 << shift) - 1;
  let how = flags;
  let sum: i64 = 0;
  let since: f64 = 0;
  for (let k = 0; k < count; k++) {
    const bin = load<i32>(list + <usize>k * ENTRY, 8);
    const cell = load<i64>(cells + (<usize>bin << 3));
    sum += cell;
    since += <f64>(cell & mask);
    if (bin == missing) how |= MISSING_LEFT;
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

/** Marks the bins that a test sends left, from the tally it was found in. */
export function markLevels(
  cells: usize,
  bins: i32,
  plain: bool,
  lists: usize,
  count: i32,
  flags: i32,
  sides: usize,
): void {
  order(cells, bins, plain, lists);
  const list = (flags & FROM_TOP) != 0 ? lists + ENTRY * <usize>(bins + 2) : lists;
  for (let k = 0; k < count; k++) store<u8>(sides + <usize>load<i32>(list + <usize>k * ENTRY, 8), 1);
}
