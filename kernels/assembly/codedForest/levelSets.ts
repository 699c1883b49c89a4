import { take } from "../forest/arena";
import { enter, equalGain, isNoGain, isPerfect, isPureImpurity, leftSetOf, rightSetOf } from "./found";
import { order } from "./order";
import { setWords } from "./params";
import { tallied, talliedCode } from "./tally";

// Sets of levels that go left, as in engine/levelSets.ts: of the two sides of a division it is the one with the tally's first
// level. Of divisions that gain the same the smallest set is chosen, then the one with the lowest levels.

/** By level of the tally, a byte: 1 if it goes left. The best set so far, and one to compare with it. */
let best: usize = 0;
let trial: usize = 0;
let bestSize: i32 = 0;
let bestGain: f64 = 0;
let bestLeft: f64 = 0;
export let hasBest: bool = false;

export function takeSets(levels: i32): void {
  best = take(<usize>levels);
  trial = take(<usize>levels);
}

@inline
export function startSets(): void {
  hasBest = false;
}

/** Offers the set of the first `length` levels in order, of this weight; by the rule of `better` in learn/branch/subset.ts. */
export function offerRun(length: i32, gain: f64, weight: f64, known: f64): void {
  let first = 0;
  while (first < length && load<u32>(order + (<usize>first << 2)) != 0) first++;
  const isLeft = first < length;
  const size = isLeft ? length : tallied - length;
  const leftWeight = isLeft ? weight : known - weight;
  if (hasBest && gain <= bestGain + equalGain) {
    if (gain < bestGain - equalGain || size > bestSize) return;
    if (size == bestSize) {
      fillRun(length, isLeft);
      if (!isLower(trial, best)) return;
    }
  }
  fillRun(length, isLeft);
  keepTrial(size, gain, leftWeight);
}

/** Takes the set whose levels are the bits of a mask. */
export function takeMask(mask: u32, gain: f64, leftWeight: f64): void {
  for (let c: usize = 0; c < <usize>tallied; c++) store<u8>(trial + c, <u8>((mask >> <u32>c) & 1));
  keepTrial(0, gain, leftWeight);
}

function keepTrial(size: i32, gain: f64, leftWeight: f64): void {
  const old = best;
  best = trial;
  trial = old;
  bestSize = size;
  bestGain = gain;
  bestLeft = leftWeight;
  hasBest = true;
}

function fillRun(length: i32, isLeft: bool): void {
  for (let c: usize = 0; c < <usize>tallied; c++) store<u8>(trial + c, isLeft ? 0 : 1);
  const end = order + (<usize>length << 2);
  for (let at = order; at < end; at += 4) store<u8>(trial + <usize>load<u32>(at), isLeft ? 1 : 0);
}

/** Of two sets of one size: whether the first has the lower levels. */
function isLower(a: usize, b: usize): bool {
  for (let c: usize = 0; c < <usize>tallied; c++) {
    if (load<u8>(a + c) != load<u8>(b + c)) return load<u8>(a + c) != 0;
  }
  return false;
}

/** Enters the best set; `knownImpurity` as for thresholds. True if it leaves no impurity. */
export function enterSet(a: i32, known: f64, knownImpurity: f64, codes: i32): bool {
  if (!hasBest) return false;
  const record = enterEmpty(a, bestGain, bestLeft, known, knownImpurity, codes);
  if (record == 0) return false;
  const left = leftSetOf(record);
  const right = rightSetOf(record);
  for (let c = 0; c < tallied; c++) addBit(load<u8>(best + <usize>c) != 0 ? left : right, talliedCode(c));
  return isPerfect(bestGain);
}

/** The same of the only division of two codes: the first goes left. */
export function enterPair(a: i32, gain: f64, left: f64, known: f64, knownImpurity: f64, codes: i32, first: u32, second: u32): bool {
  const record = enterEmpty(a, gain, left, known, knownImpurity, codes);
  if (record == 0) return false;
  addBit(leftSetOf(record), first);
  addBit(rightSetOf(record), second);
  return isPerfect(gain);
}

/** Enters a test whose sets are still empty; returns its record, or 0 if it tells nothing. */
@inline
function enterEmpty(a: i32, gain: f64, left: f64, known: f64, knownImpurity: f64, codes: i32): usize {
  if (isNoGain(gain) && isPureImpurity(knownImpurity)) return 0;
  const record = enter(a, gain, left, known, 0, 0);
  const lefts = leftSetOf(record);
  const rights = rightSetOf(record);
  for (let at: usize = 0; at < <usize>setWords(codes) << 2; at += 4) {
    store<u32>(lefts + at, 0);
    store<u32>(rights + at, 0);
  }
  return record;
}

@inline
export function addBit(set: usize, code: u32): void {
  const at = set + (<usize>(code >> 5) << 2);
  store<u32>(at, load<u32>(at) | (<u32>1 << (code & 31)));
}

@inline
export function hasBit(set: usize, code: u32): u32 {
  return (load<u32>(set + (<usize>(code >> 5) << 2)) >> (code & 31)) & 1;
}
