import { log2 } from "../common/log2";
import { entropyOf, weightOf, xlog2x } from "./entropy";
import {
  attributes,
  averageGain,
  classes,
  isCounted,
  isPerLevel,
  isScaled,
  mdlCorrection,
  minLeaf,
  tolerance,
  zeroGain,
} from "./job";
import { all, found, groupCells, groupWeight } from "./scratch";
import { groups, missing, tally } from "./tally";
import * as threshold from "./threshold";

// The best test of a node, by the operations of learn/choose.ts in their order.

/**
 * What is stored of each attribute's test: gain per weight, score (NaN: no test), left weight, codes on either side, and 1 if
 * the attribute does not vary.
 */
const GAIN: usize = 0;
const SCORE: usize = 8;
const LEFT: usize = 16;
const LOW: usize = 24;
const HIGH: usize = 32;
const DEAD: usize = 40;
const RECORD: usize = 48;

/** Attributes that may still vary; those after the 64th always may. */
export let live: u64 = 0;

@inline
function at(attribute: i32): usize {
  return found + <usize>attribute * RECORD;
}

export function gainOf(attribute: i32): f64 {
  return load<f64>(at(attribute) + GAIN);
}

export function leftWeightOf(attribute: i32): f64 {
  return load<f64>(at(attribute) + LEFT);
}

export function lowOf(attribute: i32): i32 {
  return <i32>load<f64>(at(attribute) + LOW);
}

export function highOf(attribute: i32): i32 {
  return <i32>load<f64>(at(attribute) + HIGH);
}

/** The attribute to test, or -1. `node` are the node's class weights. */
export function choose(node: usize, entries: usize, n: i32, alive: u64): i32 {
  scoreAll(node, entries, n, alive);
  return chosen(node, alive);
}

@inline
function mayVary(alive: u64, a: i32): bool {
  return a >= 64 || ((alive >> a) & 1) != 0;
}

/** By plain gain, none is better than a test that leaves no impurity. */
@inline
function isLast(a: i32, impurity: f64, slack: f64): bool {
  return !isScaled && !mdlCorrection && gainOf(a) >= impurity - slack / 2;
}

/** Fills the class weights of the entries whose value is known; false if those are all of the node's. */
@inline
function leaveOutMissing(node: usize): bool {
  let differs = false;
  for (let k: usize = 0; k < <usize>classes << 3; k += 8) {
    const absent = load<f64>(missing + k);
    differs = differs || absent != 0;
    store<f64>(all + k, load<f64>(node + k) - absent);
  }
  return differs;
}

/** What the attributes of a node are scored by. */
let weight: f64 = 0;
let total: f64 = 0;
let impurity: f64 = 0;

/** Begins with a node, whose class weights these are. */
export function beginScoring(node: usize): void {
  weight = weightOf(node);
  total = entropyOf(node);
  impurity = total / weight;
}

/** Without a test until it is scored. */
@inline
function forget(a: i32): void {
  store<f64>(at(a) + SCORE, NaN);
  store<f64>(at(a) + DEAD, 0);
}

/** Returns whether no attribute after this one can have a better test. */
export function scoreAttribute(a: i32, node: usize, entries: usize, n: i32, alive: u64): bool {
  forget(a);
  if (!mayVary(alive, a)) return false;
  tally(a, entries, n);
  if (groups < 2) {
    store<f64>(at(a) + DEAD, 1);
    return false;
  }
  const slack = tolerance * impurity;
  const known = leaveOutMissing(node) ? entropyOf(all) : total;
  if (!(isPerLevel(a) ? scoreLevels(a, weight, known) : scoreThreshold(a, weight, known, impurity, n))) return false;
  if (gainOf(a) <= slack && known <= 1e-12 * total) store<f64>(at(a) + SCORE, NaN);
  else return isLast(a, impurity, slack);
  return false;
}

function scoreAll(node: usize, entries: usize, n: i32, alive: u64): void {
  beginScoring(node);
  let ended = false;
  for (let a = 0; a < attributes; a++) {
    if (ended) forget(a);
    else ended = scoreAttribute(a, node, entries, n, alive);
  }
}

/** The attribute to test, or -1, once all are scored: those after the first perfect test do not count. */
export function chosen(node: usize, alive: u64): i32 {
  const impurity = entropyOf(node) / weightOf(node);
  const slack = tolerance * impurity;
  live = alive;
  let ended = false;
  for (let a = 0; a < attributes; a++) {
    if (ended) store<f64>(at(a) + SCORE, NaN);
    else if (load<f64>(at(a) + DEAD) != 0) {
      if (a < 64) live &= ~(<u64>1 << a);
    } else if (!isNaN(load<f64>(at(a) + SCORE))) ended = isLast(a, impurity, slack);
  }
  return best(slack);
}

/** The gain, or over the split's entropy; rows with a missing value then count as one more branch. */
@inline
function scoreOf(gain: f64, weight: f64, known: f64, terms: f64): f64 {
  if (!isScaled) return gain;
  const split = xlog2x(weight) - xlog2x(max(0.0, weight - known)) - terms;
  return split > 1e-9 * weight ? gain / (split / weight) : 0;
}

/** `whole`: the entropy of the known entries, times their weight. */
function scoreThreshold(a: i32, weight: f64, whole: f64, impurity: f64, n: i32): bool {
  if (!threshold.bestThreshold(a, whole, tolerance * impurity * weight, n)) return false;
  const charge = mdlCorrection ? log2(<f64>threshold.compared) / weight : 0;
  const gain = threshold.gain / weight - charge;
  // The only threshold that is allowed costs nothing, and so cannot lose its gain to the correction.
  if (charge > 0 && gain <= tolerance * impurity) return false;
  const leftWeight = threshold.leftWeight;
  const known = threshold.known;
  store<f64>(at(a) + GAIN, gain);
  store<f64>(at(a) + SCORE, scoreOf(gain, weight, known, xlog2x(leftWeight) + xlog2x(known - leftWeight)));
  store<f64>(at(a) + LEFT, leftWeight);
  store<f64>(at(a) + LOW, <f64>threshold.low);
  store<f64>(at(a) + HIGH, <f64>threshold.high);
  return true;
}

function scoreLevels(a: i32, weight: f64, whole: f64): bool {
  let heavy = 0;
  let known: f64 = 0;
  let terms: f64 = 0;
  let total = whole;
  for (let g: usize = 0; g < <usize>groups; g++) {
    const w = load<f64>(groupWeight + (g << 3));
    if (w >= minLeaf - 1e-6) heavy++;
    known += w;
    terms += xlog2x(w);
  }
  if (heavy < 2) return false;
  for (let g: usize = 0; g < <usize>groups; g++) total -= entropyOf(<usize>load<u32>(groupCells + (g << 2)));
  const gain = total / weight;
  store<f64>(at(a) + GAIN, gain);
  store<f64>(at(a) + SCORE, scoreOf(gain, weight, known, terms));
  return true;
}

function averageOfGains(): f64 {
  let sum: f64 = 0;
  let count = 0;
  for (let a = 0; a < attributes; a++) {
    if (isNaN(load<f64>(at(a) + SCORE)) || !isCounted(a)) continue;
    sum += gainOf(a);
    count++;
  }
  return count == 0 ? 0 : sum / <f64>count;
}

/** Whether there is a test on the attribute that may be chosen. */
@inline
function isEligible(a: i32, slack: f64, floor: f64): bool {
  const score = load<f64>(at(a) + SCORE);
  return (isScaled ? score > slack : !isNaN(score)) && gainOf(a) >= floor;
}

/** The first attribute whose score equals the greatest, within the tolerance. */
function best(slack: f64): i32 {
  const floor = averageGain ? averageOfGains() - 1e-3 : -Infinity;
  let top = -Infinity;
  for (let a = 0; a < attributes; a++) {
    const score = load<f64>(at(a) + SCORE);
    if (isEligible(a, slack, floor) && score > top) top = score;
  }
  for (let a = 0; a < attributes; a++) {
    const score = load<f64>(at(a) + SCORE);
    if (!isEligible(a, slack, floor) || !(score >= top - slack)) continue;
    return !zeroGain && gainOf(a) <= slack ? -1 : a;
  }
  return -1;
}
