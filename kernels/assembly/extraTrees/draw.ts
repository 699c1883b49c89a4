import { attributeKeyFrom, drawAt, shareOf } from "../common/nodeRandom";
import { kindOf, lowestOf, NUMERIC, ORDERED, SCALED, valueAt } from "./column";
import { rankUpTo } from "./lookUp";
import { drawKeys, perhapsLeft, valueOfKey } from "./scaled";

// Tests drawn at random, as in learn/branch/randomThreshold.ts and randomSubset.ts.

/** The threshold drawn last, and the greatest cell that it sends left. */
export let drawnCut: f64 = 0;
export let drawnBound: i32 = 0;
/** The number of the next draw on the current attribute. */
let nextDraw: u32 = 0;
let key: u32 = 0;

/** Before the first test on an attribute. `corner` is the node's part of its attributes' keys. */
@inline
export function startDraws(corner: u32, a: i32): void {
  key = attributeKeyFrom(corner, a);
  nextDraw = 0;
}

@inline
export function drawWord(): u32 {
  return drawAt(key, nextDraw++);
}

/** Continues at another number. */
export function continueAt(draw: u32): void {
  nextDraw = draw;
}

export function drawNumber(): u32 {
  return nextDraw;
}

/** A threshold between two cells of an attribute, the lower included. Of scaled values, the share drawn stands for it. */
@inline
export function drawThreshold(a: i32, low: i32, high: i32): void {
  const share = shareOf(drawWord());
  const kind = kindOf(a);
  if (kind == SCALED) {
    drawnCut = share;
    drawKeys(a, low, high, share);
    drawnBound = perhapsLeft;
  } else if (kind == NUMERIC) {
    drawnCut = between(valueAt(a, low), valueAt(a, high), share);
    drawnBound = rankUpTo(a, drawnCut, low, high);
  } else if (kind == ORDERED) {
    drawnCut = <f64>low + floor(share * <f64>(high - low));
    drawnBound = <i32>drawnCut;
  } else {
    const lowest = lowestOf(a);
    drawnCut = between(lowest + <f64>low, lowest + <f64>high, share);
    // An integer is at most a number if it is at most the integer below.
    drawnBound = <i32>(floor(drawnCut) - lowest);
  }
}

/** The threshold between scaled values with these keys. */
@inline
export function cutBetweenKeys(a: i32, low: i32, high: i32, share: f64): f64 {
  return between(valueOfKey(a, low), valueOfKey(a, high), share);
}

/** From `low` up to, and never at, `high`; where rounding would reach it, `low`. */
@inline
function between(low: f64, high: f64, share: f64): f64 {
  const range = high - low;
  const drawn = range < Infinity ? low + share * range : low * (1 - share) + high * share;
  return drawn >= low && drawn < high ? drawn : low;
}

/** Of the levels present, at least two, those on the right. The first is on the left, the others by one bit each. */
export function drawLevels(present: u64): u64 {
  const isMany = popcnt(present) > 32;
  let right: u64 = 0;
  while (right == 0) {
    let word = <u64>drawWord() | 1;
    if (isMany) word |= <u64>drawWord() << 32;
    for (let rest = present; rest != 0; rest &= rest - 1, word >>= 1) right |= rest & -rest & ((word & 1) - 1);
  }
  return right;
}
