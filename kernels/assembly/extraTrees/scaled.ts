import {
  bucketsOf,
  cellsOf,
  distinctOf,
  errorOf,
  lowestOf,
  makeScaled,
  scaleOf,
  setBuckets,
  startsOf,
  valueAt,
} from "./column";
import { rankBetween } from "./lookUp";
import { rows } from "./params";

// Numbers with fractions become integers by a scale that gives every distinct value its own key, in the order of the
// values. So thresholds can be drawn between keys: only values whose keys are next to the drawn one may be on either side
// of the exact threshold, and only if there are such is it looked up, at random places of a large table. The thresholds
// of the splits that are made are looked up when a tree is finished, where the cache misses overlap.

/** The greatest key. */
const LAST_KEY: f64 = 1073741823;
/** Rounding in the computation of keys, generously. */
const KEY_ERROR: f64 = 0.01;
/** What the rounding of a threshold may be, as a share of the greatest value. */
const CUT_ERROR: f64 = 8.881784197001252e-16;

/** Whether the distinct values of `a` have keys of their own; then its cells become keys. `numbers`: the value of each row. */
export function scaleColumn(a: i32, numbers: usize, values: usize, distinct: i32): bool {
  if (distinct < 2) return false;
  const lowest = load<f64>(values);
  const highest = load<f64>(values + (<usize>(distinct - 1) << 3));
  const scale = LAST_KEY / (highest - lowest);
  if (!(scale > 0 && scale < Infinity)) return false;
  let last = -1;
  for (let i: usize = 0; i < <usize>distinct; i++) {
    const key = <i32>((load<f64>(values + (i << 3)) - lowest) * scale);
    if (key <= last) return false;
    last = key;
  }
  const cells = cellsOf(a);
  for (let row: usize = 0; row < <usize>rows; row++) {
    const x = load<f64>(numbers + (row << 3));
    store<i32>(cells + (row << 2), x == x ? <i32>((x - lowest) * scale) : -1);
  }
  setBuckets(a, shiftFor(distinct), lowest, scale);
  makeScaled(a, KEY_ERROR + max(abs(lowest), abs(highest)) * scale * CUT_ERROR);
  return true;
}

function shiftFor(distinct: i32): i32 {
  let shift = 0;
  while ((<i32>LAST_KEY >> shift) + 1 > max(distinct, 1024)) shift++;
  return shift;
}

@inline
function keyOf(a: i32, x: f64): i32 {
  return <i32>((x - lowestOf(a)) * scaleOf(a));
}

/** By key, shifted: the first rank. The column's values are in their place. */
export function startKeys(a: i32): void {
  const shift = bucketsOf(a);
  const buckets = (<i32>LAST_KEY >> shift) + 1;
  const distinct = distinctOf(a);
  let bucket = -1;
  for (let rank = 0; rank < distinct; rank++) {
    const own = keyOf(a, valueAt(a, rank)) >> shift;
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
    if (keyOf(a, valueAt(a, middle)) <= key) from = middle;
    else to = middle;
  }
  return valueAt(a, from);
}

/** The greatest key of a value that is at most `cut`; the lowest value is. */
export function keyUpTo(a: i32, cut: f64): i32 {
  const starts = startsOf(a) + (<usize>(keyOf(a, cut) >> bucketsOf(a)) << 2);
  return keyOf(a, valueAt(a, rankBetween(a, cut, max(load<i32>(starts) - 1, 0), load<i32>(starts, 4))));
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
