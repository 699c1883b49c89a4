import {
  bucketsOf,
  distinctOf,
  errorOf,
  keysOf,
  lowestOf,
  makeScaled,
  scaleOf,
  setBuckets,
  startsOf,
  tableCells,
  valueAt,
} from "./column";
import { rankBetween } from "./lookUp";
import { rows } from "../forest/params";

// Numbers with fractions become integers on a scale. Every distinct value has its own key, in the order of the values: one
// that another value has already is pushed up. So thresholds can be drawn between keys: only values whose keys are next to the drawn one may be on either side
// of the exact threshold, and only if there are such is it looked up, at random places of a large table. The thresholds
// of the splits that are made are looked up when a tree is finished, where the cache misses overlap.

/** The greatest key on the scale. */
const LAST_KEY: f64 = 1073741823;
/** Rounding in the computation of keys, generously. */
const KEY_ERROR: f64 = 0.01;
/** What the rounding of a threshold may be, as a share of the greatest value. */
const CUT_ERROR: f64 = 8.881784197001252e-16;

/** Replaces the ranks in the cells of `a` by keys, both plus 1; false if its values have no scale. */
export function scaleColumn(a: i32): bool {
  const distinct = distinctOf(a);
  if (distinct < 2) return false;
  const lowest = valueAt(a, 0);
  const highest = valueAt(a, distinct - 1);
  const scale = LAST_KEY / (highest - lowest);
  if (!(scale > 0 && scale < Infinity)) return false;
  setBuckets(a, 0, lowest, scale);
  const pushed = fillKeys(a, distinct);
  setBuckets(a, shiftFor(distinct, keyAt(a, distinct - 1)), lowest, scale);
  makeScaled(a, KEY_ERROR + <f64>pushed + max(abs(lowest), abs(highest)) * scale * CUT_ERROR);
  startKeys(a, distinct);
  const cells = tableCells(a);
  for (let at = cells; at < cells + (<usize>rows << 2); at += 4) {
    const rank = load<i32>(at) - 1;
    store<i32>(at, rank < 0 ? 0 : keyAt(a, rank) + 1);
  }
  return true;
}

/** Gives every distinct value a key; returns by how much one was pushed up at most, because the one before had it. */
function fillKeys(a: i32, distinct: i32): i32 {
  let last = -1;
  let pushed = 0;
  for (let rank = 0; rank < distinct; rank++) {
    const own = linear(a, valueAt(a, rank));
    last = max(own, last + 1);
    pushed = max(pushed, last - own);
    store<i32>(keysOf(a) + (<usize>rank << 2), last);
  }
  return pushed;
}

function shiftFor(distinct: i32, lastKey: i32): i32 {
  let shift = 0;
  while ((lastKey >> shift) + 1 > max(distinct, 1024)) shift++;
  return shift;
}

@inline
function linear(a: i32, x: f64): i32 {
  return <i32>((x - lowestOf(a)) * scaleOf(a));
}

@inline
function keyAt(a: i32, rank: i32): i32 {
  return load<i32>(keysOf(a) + (<usize>rank << 2));
}

/** By key, shifted: the first rank. */
function startKeys(a: i32, distinct: i32): void {
  const shift = bucketsOf(a);
  const buckets = (keyAt(a, distinct - 1) >> shift) + 1;
  let bucket = -1;
  for (let rank = 0; rank < distinct; rank++) {
    const own = keyAt(a, rank) >> shift;
    while (bucket < own) store<i32>(startsOf(a) + (<usize>(++bucket) << 2), rank);
  }
  while (bucket < buckets) store<i32>(startsOf(a) + (<usize>(++bucket) << 2), distinct);
}

/** The value that has this key. */
@inline
export function valueOfKey(a: i32, key: i32): f64 {
  const starts = startsOf(a) + (<usize>(key >> bucketsOf(a)) << 2);
  let from = load<i32>(starts);
  let to = load<i32>(starts, 4);
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    const isUpTo = keyAt(a, middle) <= key;
    from = select<i32>(middle, from, isUpTo);
    to = select<i32>(to, middle, isUpTo);
  }
  return valueAt(a, from);
}

/** The greatest key of a value that is at most `cut`; the lowest value is. Keys are as on the scale, or greater. */
export function keyUpTo(a: i32, cut: f64): i32 {
  const distinct = distinctOf(a);
  const shift = bucketsOf(a);
  const own = linear(a, cut);
  const last = keyAt(a, distinct - 1);
  const from = load<i32>(startsOf(a) + (<usize>(min(own, last) >> shift) << 2)) - 1;
  const beyond = <i64>own + <i64>errorOf(a) + 1;
  const to = beyond >= <i64>last ? distinct : load<i32>(startsOf(a) + (<usize>((<i32>beyond >> shift) + 1) << 2));
  return keyAt(a, rankBetween(a, cut, max(from, 0), to));
}

/** The keys at which a threshold between those of two values may be: above the first, which is certainly on the left, and up to the second. */
export let surelyLeft: i32 = 0;
export let perhapsLeft: i32 = 0;

@inline
export function drawKeys(a: i32, low: i32, high: i32, share: f64): void {
  const drawn = <f64>low + share * <f64>(high - low);
  const error = errorOf(a);
  // The value with the lower key is on the left, that with the higher one on the right.
  const last = floor(drawn + 1 + error);
  // A threshold that rounding takes to the higher value becomes the lower one.
  surelyLeft = last >= <f64>high ? low : <i32>max(floor(drawn - error) - 1, <f64>low);
  perhapsLeft = max(<i32>min(last, <f64>(high - 1)), surelyLeft);
}
