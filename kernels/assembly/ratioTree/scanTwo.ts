// The best threshold with two classes. The gain is convex in the two class weights on the left, so over a block of thresholds
// it is at most what it is at one corner of the rectangle from the sums before the block to those at its end. Blocks whose
// corners cannot come near the best are skipped; what comes near it is scored by the formula in the end.
import { ROUGH_ERROR, roughXlog2x } from "../common/roughLog2";
import { entropyOf } from "./entropy";
import { all, candidates, groupCells, left, right, roughTable } from "./scratch";

/** Thresholds whose gain is bounded at once: with as many again or fewer, each is scored. */
const BLOCK: usize = 16;

// A candidate: its group (u32), its rough gain, and the class weights on its left.
const CANDIDATE: usize = 32;
const GAIN: usize = 8;
const FIRST: usize = 16;
const SECOND: usize = 24;
export const MOST_CANDIDATES: i32 = 128;
export const CANDIDATE_BYTES: usize = <usize>MOST_CANDIDATES * CANDIDATE;

/** The number of thresholds that are allowed. */
export let allowed: i32 = 0;
/** The chosen one: its group, its gain, the weight on its left. */
export let group: i32 = 0;
export let gain: f64 = 0;
export let leftWeight: f64 = 0;

let whole: f64 = 0;
let first: f64 = 0;
let second: f64 = 0;
let least: f64 = 0;
/** The greatest rough gain, and how far from it a gain may be to count. */
let top: f64 = 0;
let reach: f64 = 0;
let count: i32 = 0;

@inline
function x(weight: f64): f64 {
  return roughXlog2x(weight, roughTable);
}

/** By rough logarithms. The terms are those of the class weights on the left and on the right. */
@inline
function roughGain(a: f64, b: f64, terms: f64): f64 {
  return whole - x(a + b) - x(first - a + (second - b)) + terms;
}

@inline
function leftTerms(a: f64, b: f64): f64 {
  return x(a) + x(b) + x(first - a) + x(second - b);
}

/**
 * Finds the first threshold within the tolerance of the greatest gain. Every neighbouring groups have values far enough apart;
 * `least_` must be on each side. False if too many thresholds come near the best.
 */
export function scanTwo(groups: i32, whole_: f64, least_: f64, tolerance: f64): bool {
  whole = whole_;
  least = least_;
  first = load<f64>(all);
  second = load<f64>(all, 8);
  top = -Infinity;
  // Six terms, whose weights add up to less than four times what is known; sums are rounded by far less.
  reach = tolerance + 16 * (first + second) * ROUGH_ERROR;
  allowed = 0;
  count = 0;
  return scanBlocks(<usize>groups - 1) && chooseFrom(tolerance);
}

export function scanBlocks(last: usize): bool {
  let a: f64 = 0;
  let b: f64 = 0;
  for (let from: usize = 0; from < last; from += BLOCK) {
    const to = min(from + BLOCK, last);
    let endA = a;
    let endB = b;
    for (let i = from; i < to; i++) {
      const cell = <usize>load<u32>(groupCells + (i << 2));
      endA += load<f64>(cell);
      endB += load<f64>(cell, 8);
    }
    if (last > 2 * BLOCK && isInside(from, a, b, endA, endB) && cornersOf(a, b, endA, endB) < top - reach) {
      allowed += <i32>(to - from);
    } else if (!scanEach(from, to, a, b)) return false;
    a = endA;
    b = endB;
  }
  return true;
}

/** Whether all thresholds of the block leave enough on each side. */
@inline
function isInside(from: usize, a: f64, b: f64, endA: f64, endB: f64): bool {
  const cell = <usize>load<u32>(groupCells + (from << 2));
  const lightest = a + b + (load<f64>(cell) + load<f64>(cell, 8));
  return lightest >= least && first + second - (endA + endB) >= least;
}

/** The greatest rough gain at a corner. */
@inline
function cornersOf(a: f64, b: f64, endA: f64, endB: f64): f64 {
  const ofA = x(a) + x(first - a);
  const ofB = x(b) + x(second - b);
  const ofEndA = x(endA) + x(first - endA);
  const ofEndB = x(endB) + x(second - endB);
  const one = max(roughGain(a, b, ofA + ofB), roughGain(endA, endB, ofEndA + ofEndB));
  const other = max(roughGain(a, endB, ofA + ofEndB), roughGain(endA, b, ofEndA + ofB));
  return max(one, other);
}

/** False if there is no room for another candidate. */
function scanEach(from: usize, to: usize, a: f64, b: f64): bool {
  const known = first + second;
  for (let i = from; i < to; i++) {
    const cell = <usize>load<u32>(groupCells + (i << 2));
    a += load<f64>(cell);
    b += load<f64>(cell, 8);
    const weight = a + b;
    if (!(weight >= least) || !(known - weight >= least)) continue;
    allowed++;
    const score = roughGain(a, b, leftTerms(a, b));
    if (score < top - reach) continue;
    if (score > top) top = score;
    if (!add(i, score, a, b)) return false;
  }
  return true;
}

function add(group_: usize, score: f64, a: f64, b: f64): bool {
  if (count == MOST_CANDIDATES) keepNear();
  if (count == MOST_CANDIDATES) return false;
  const at = candidates + <usize>count * CANDIDATE;
  count++;
  store<u32>(at, <u32>group_);
  store<f64>(at, score, GAIN);
  store<f64>(at, a, FIRST);
  store<f64>(at, b, SECOND);
  return true;
}

/** Drops the candidates that are no longer near the best. */
function keepNear(): void {
  let kept = candidates;
  for (let at = candidates; at < candidates + <usize>count * CANDIDATE; at += CANDIDATE) {
    if (load<f64>(at, GAIN) < top - reach) continue;
    memory.copy(kept, at, CANDIDATE);
    kept += CANDIDATE;
  }
  count = <i32>((kept - candidates) / CANDIDATE);
}

/** By the formula. */
function exactGain(at: usize): f64 {
  const a = load<f64>(at, FIRST);
  const b = load<f64>(at, SECOND);
  store<f64>(left, a);
  store<f64>(left, b, 8);
  store<f64>(right, first - a);
  store<f64>(right, second - b, 8);
  return whole - entropyOf(left) - entropyOf(right);
}

function chooseFrom(tolerance: f64): bool {
  keepNear();
  const end = candidates + <usize>count * CANDIDATE;
  let best = -Infinity;
  for (let at = candidates; at < end; at += CANDIDATE) {
    const exact = exactGain(at);
    store<f64>(at, exact, GAIN);
    best = max(best, exact);
  }
  for (let at = candidates; at < end; at += CANDIDATE) {
    gain = load<f64>(at, GAIN);
    if (gain < best - tolerance) continue;
    group = <i32>load<u32>(at);
    leftWeight = load<f64>(at, FIRST) + load<f64>(at, SECOND);
    break;
  }
  return true;
}
