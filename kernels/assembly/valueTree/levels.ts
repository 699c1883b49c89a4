// Sets of levels of a nominal attribute, as learn/branch/subset.ts finds them for a numeric target: the best set is a
// run of the levels in order of their means; of runs that gain equally, the one with the smallest set.
import { codeOf, codesOf } from "./codes";
import { massOf, sumOf, weightOf } from "./entries";
import { job } from "./job";
import { addUp, Sums, tolerance } from "./look";
import { gainOf, isAllowed, known, knownSum, limit, offerSet, raiseLimit } from "./seek";
import { sortByMean } from "./sortByMean";

/** A level that occurs at the node. */
@unmanaged
export class Level {
  code: i32;
  rows: i32;
  weight: f64;
  /** Σ weight·u. */
  first: f64;
  mean: f64;
}

export const LEVEL_BYTES: usize = 32;

/** The levels at the node, in the order of their codes. */
let levels: usize = 0;
let size: i32 = 0;
/** i32: the levels in the order of their means; a second copy, for sorting. */
let order: usize = 0;
let otherOrder: usize = 0;
/** Two sets, as bytes by position among the levels; and the settled one, by code. */
let left: usize = 0;
let other: usize = 0;
let leftByCode: usize = 0;

export function levelScratch(most: i32): usize {
  return <usize>(most + 2) * (LEVEL_BYTES + 4 + 4 + 1 + 1 + 1) + 256;
}

export function useLevelScratch(scratch: usize, most: i32): void {
  const room = <usize>(most + 2);
  levels = scratch;
  order = levels + room * LEVEL_BYTES;
  otherOrder = order + (room << 2);
  left = otherOrder + (room << 2);
  other = left + room;
  leftByCode = other + room;
}

@inline
function levelAt(i: i32): Level {
  return changetype<Level>(levels + <usize>i * LEVEL_BYTES);
}

@inline
function ranked(i: i32): i32 {
  return load<i32>(order + (<usize>i << 2));
}

/** Scores the runs of levels; the list's first `end` entries have a known value. */
export function scanLevels<T>(list: usize, end: i32, attribute: i32): void {
  collectLevels<T>(list, end, attribute);
  if (size < 2) return;
  const greatest = greatestGain();
  if (greatest == -Infinity) return;
  const least = greatest - tolerance;
  let chosen = -1;
  let chosenGain: f64 = 0;
  let w: f64 = 0;
  let first: f64 = 0;
  let chosenWeight: f64 = 0;
  for (let i = 0; i < size - 1; i++) {
    const level = levelAt(ranked(i));
    w += level.weight;
    first += level.first;
    if (!mayMatter(w, first)) continue;
    const gain = gainOf(w, first);
    if (gain < least || !isAllowed(w)) continue;
    if (chosen < 0 || gain > chosenGain + tolerance || (!(gain < chosenGain - tolerance) && isSmaller(i, chosen))) {
      chosen = i;
      chosenGain = gain;
      chosenWeight = w;
    }
  }
  offerSet(chosen, greatest, chosenGain, hasFirst(chosen) ? chosenWeight : known() - chosenWeight);
}

/** Sums up the levels of the first `end` entries, and sorts them by their means. */
export function collectLevels<T>(list: usize, end: i32, attribute: i32): void {
  const codes = codesOf<T>(attribute);
  size = 0;
  for (let from = 0; from < end; ) {
    const code = codeOf<T>(list, codes, from);
    const to = runEnd<T>(list, codes, from, end, code);
    const level = levelAt(size++);
    level.code = code;
    level.rows = to - from;
    level.first = sumOf<T>(list, from, to);
    level.weight = job.weighted ? weightsOf<T>(list, from, to) : <f64>(to - from);
    level.mean = level.first / level.weight;
    from = to;
  }
  sortByMean(levels, size, order, otherOrder);
}

function weightsOf<T>(list: usize, from: i32, to: i32): f64 {
  let weight: f64 = 0;
  for (let i = from; i < to; i++) weight += weightOf<T>(list, i);
  return weight;
}

/** Where the entries with this code end: entries are in the order of their codes, so strides that double find it. */
function runEnd<T>(list: usize, codes: usize, from: i32, end: i32, code: i32): i32 {
  let low = from;
  let stride = 1;
  while (low + stride < end && codeOf<T>(list, codes, low + stride) == code) {
    low += stride;
    stride <<= 1;
  }
  let high = min(low + stride, end);
  for (low++; low < high; ) {
    const middle = (low + high) >> 1;
    if (codeOf<T>(list, codes, middle) == code) low = middle + 1;
    else high = middle;
  }
  return high;
}

/** Whether a test may gain enough, by the estimate of scan.ts; in order of the means t is 0 or less. */
@inline
function mayMatter(w: f64, first: f64): bool {
  const weight = known();
  const t = first * weight - w * knownSum();
  return !(t * t < limit * weight * (w * (weight - w)));
}

function greatestGain(): f64 {
  let greatest = -Infinity;
  let w: f64 = 0;
  let first: f64 = 0;
  for (let i = 0; i < size - 1; i++) {
    const level = levelAt(ranked(i));
    w += level.weight;
    first += level.first;
    if (!mayMatter(w, first)) continue;
    const gain = gainOf(w, first);
    if (!(gain > greatest) || !isAllowed(w)) continue;
    greatest = gain;
    raiseLimit(gain);
  }
  return greatest;
}

/** Whether the run up to position i includes the first level: the side with it is called left. */
function hasFirst(run: i32): bool {
  for (let i = 0; i <= run; i++) if (ranked(i) == 0) return true;
  return false;
}

/** The left side of the division given by a run, as bytes by level; returns how many levels it has. */
function fillLeft(run: i32, into: usize): i32 {
  const inside: u8 = hasFirst(run) ? 1 : 0;
  for (let i = 0; i < size; i++) store<u8>(into + <usize>ranked(i), i <= run ? inside : 1 - inside);
  return inside ? run + 1 : size - run - 1;
}

/** Smaller sets come first, then those with the lower levels. */
function isSmaller(run: i32, than: i32): bool {
  const count = fillLeft(run, left);
  const most = fillLeft(than, other);
  if (count != most) return count < most;
  for (let i = 0; i < size; i++) {
    const inLeft = load<u8>(left + <usize>i);
    if (inLeft != load<u8>(other + <usize>i)) return inLeft != 0;
  }
  return false;
}

/** After `collectLevels` on the chosen attribute: makes a set the one that `goesLeft` and `writeSet` use. Returns the rows
 * that go left. */
export function settleSet(run: i32): i32 {
  fillLeft(run, left);
  let rows = 0;
  for (let i = 0; i < size; i++) {
    const level = levelAt(i);
    const isLeft = load<u8>(left + <usize>i);
    store<u8>(leftByCode + <usize>level.code, isLeft);
    if (isLeft) rows += level.rows;
  }
  return rows;
}

/** Whether a level of the settled set, which occurs at the node, goes left. */
@inline
export function goesLeft(code: i32): bool {
  return load<u8>(leftByCode + <usize>code) != 0;
}

/** Adds the entries that go to one side of the settled set, without those that are missing a value. */
export function addSide<T>(list: usize, isLeft: bool, into: Sums): void {
  let from = 0;
  for (let i = 0; i < size; i++) {
    const to = from + levelAt(i).rows;
    if ((load<u8>(left + <usize>i) != 0) == isLeft) addUp<T>(list, from, to, into);
    from = to;
  }
}

export function setSize(): i32 {
  return size;
}

/** Writes the settled set to the pool: how many levels go left and right, then their codes. */
export function writeSet(at: usize): void {
  let count = 0;
  for (let i = 0; i < size; i++) count += load<u8>(left + <usize>i);
  store<i32>(at, count);
  store<i32>(at, size - count, 4);
  let out = at + 8;
  for (let side = 1; side >= 0; side--) {
    for (let i = 0; i < size; i++) {
      if (load<u8>(left + <usize>i) != side) continue;
      store<i32>(out, levelAt(i).code);
      out += 4;
    }
  }
}
