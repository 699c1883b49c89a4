import { ROUGH_ERROR, roughXlog2x } from "../common/roughLog2";
import { entropyOf, weightOf, xlog2x } from "./entropy";
import { adaptiveMinLeaf, classes, entryWeights, gapOf, minLeaf, rowWeights, valuesOf } from "./job";
import {
  all,
  gains,
  groupCells,
  groupCode,
  groupWeight,
  left,
  leftTerms,
  right,
  rightTerms,
  roughTable,
} from "./scratch";
import * as two from "./scanTwo";
import { groups } from "./tally";

// The best threshold on the groups of a tally: the operations of learn/branch/threshold.ts on those of
// learn/criterion/denseScorer.ts. `all` holds the class weights of the known entries.

export let gain: f64 = 0;
export let leftWeight: f64 = 0;
export let known: f64 = 0;
/** The number of thresholds compared. */
export let compared: i32 = 0;
/** The codes on either side. */
export let low: i32 = 0;
export let high: i32 = 0;

/** With more classes, thresholds are scored by running sums first, and by the formula only if they come close to the best. */
const FEW_CLASSES: i32 = 4;
/** With fewer groups, the formula takes no longer than scoring roughly first. */
const FEW_GROUPS: i32 = 4;
const NOT_ALLOWED: f64 = -Infinity;

let least: f64 = 0;
let gap: f64 = 0;
let values: usize = 0;

@inline
function codeAt(group: usize): i32 {
  return load<i32>(groupCode + (group << 2));
}

@inline
function valueAt(group: usize): f64 {
  return load<f64>(values + (<usize>codeAt(group) << 3));
}

@inline
function isAllowed(i: usize, weight: f64): bool {
  if (!(weight >= least) || !(known - weight >= least)) return false;
  return !(gap > 0) || valueAt(i) + gap < valueAt(i + 1);
}

/** False if no threshold is allowed. */
export function bestThreshold(attribute: i32, whole: f64, tolerance: f64, entries: i32): bool {
  known = weightOf(all);
  const share = (0.1 * known) / <f64>classes;
  const needed = adaptiveMinLeaf ? max(minLeaf, min(25.0, share)) : minLeaf;
  least = needed - 1e-6;
  values = valuesOf(attribute);
  gap = values == 0 ? 0 : gapOf(attribute);
  if (classes == 2 && gap == 0 && groups > FEW_GROUPS && two.scanTwo(groups, whole, least, tolerance)) return takeOfTwo();
  memory.copy(right, all, <usize>classes << 3);
  memory.fill(left, 0, <usize>classes << 3);
  if (classes <= FEW_CLASSES) scoreFew(whole, tolerance);
  else scoreMany(whole, tolerance, entries);
  return compared > 0 && take(tolerance);
}

function takeOfTwo(): bool {
  compared = two.allowed;
  if (compared == 0) return false;
  gain = two.gain;
  leftWeight = two.leftWeight;
  low = codeAt(<usize>two.group);
  high = codeAt(<usize>two.group + 1);
  return true;
}

@inline
function move(i: usize, left_: usize, right_: usize, width: usize): void {
  const from = <usize>load<u32>(groupCells + (i << 2));
  for (let k: usize = 0; k < width; k += 8) {
    const w = load<f64>(from + k);
    store<f64>(left_ + k, load<f64>(left_ + k) + w);
    store<f64>(right_ + k, load<f64>(right_ + k) - w);
  }
}

/** Terms of integers are tabulated; others take a logarithm each. */
@inline
function scoreFew(whole: f64, tolerance: f64): void {
  const areTabulated = rowWeights == 0 && entryWeights == 0;
  if (areTabulated || groups <= FEW_GROUPS) {
    scoreAll(whole);
    return;
  }
  // Six terms, whose weights add up to less than four times what is known; sums are rounded by far less.
  const margin = 8 * known * ROUGH_ERROR;
  scoreAgain(whole, scoreByTable(whole) - tolerance - 2 * margin);
}

/** The greatest gain by rough logarithms. */
export function scoreByTable(whole: f64): f64 {
  const left_ = left;
  const right_ = right;
  const table = roughTable;
  const width = <usize>classes << 3;
  const last = <usize>groups - 1;
  let weight: f64 = 0;
  let top = NOT_ALLOWED;
  compared = 0;
  for (let i: usize = 0; i < last; i++) {
    move(i, left_, right_, width);
    weight += load<f64>(groupWeight + (i << 3));
    let score = NOT_ALLOWED;
    if (isAllowed(i, weight)) {
      compared++;
      let terms: f64 = 0;
      for (let k: usize = 0; k < width; k += 8) {
        terms += roughXlog2x(load<f64>(left_ + k), table) + roughXlog2x(load<f64>(right_ + k), table);
      }
      score = whole - roughXlog2x(weight, table) - roughXlog2x(known - weight, table) + terms;
      if (score > top) top = score;
    }
    store<f64>(gains + (i << 3), score);
  }
  return top;
}

function scoreAll(whole: f64): void {
  const left_ = left;
  const right_ = right;
  const width = <usize>classes << 3;
  const last = <usize>groups - 1;
  let weight: f64 = 0;
  compared = 0;
  for (let i: usize = 0; i < last; i++) {
    move(i, left_, right_, width);
    weight += load<f64>(groupWeight + (i << 3));
    let score = NOT_ALLOWED;
    if (isAllowed(i, weight)) {
      compared++;
      score = whole - entropyOf(left_) - entropyOf(right_);
    }
    store<f64>(gains + (i << 3), score);
  }
}

/** Sets the gains that may be within the tolerance of the greatest; the others, including those not allowed, are lower. */
function scoreMany(whole: f64, tolerance: f64, entries: i32): void {
  const top = scoreRoughly(whole);
  // Every term is at most this, and each entry adds four roundings.
  const term = xlog2x(max(known, 1)) + <f64>classes;
  const margin = (<f64>entries + 64) * 4e-15 * term;
  scoreAgain(whole, top - tolerance - margin);
}

/** Scores thresholds whose gain so far is at least `floor` by the formula; the others are out. */
function scoreAgain(whole: f64, floor: f64): void {
  memory.copy(right, all, <usize>classes << 3);
  memory.fill(left, 0, <usize>classes << 3);
  for (let i: usize = 0; i < <usize>groups - 1; i++) {
    move(i, left, right, <usize>classes << 3);
    const at = gains + (i << 3);
    store<f64>(at, load<f64>(at) >= floor ? whole - entropyOf(left) - entropyOf(right) : NOT_ALLOWED);
  }
}

/** The greatest gain by running sums of x log2 x, subject to rounding error. */
function scoreRoughly(whole: f64): f64 {
  const width = <usize>classes << 3;
  const left_ = left;
  const right_ = right;
  const leftTerms_ = leftTerms;
  const rightTerms_ = rightTerms;
  let leftSum: f64 = 0;
  let rightSum: f64 = 0;
  let weight: f64 = 0;
  let top = NOT_ALLOWED;
  compared = 0;
  memory.fill(leftTerms, 0, width);
  for (let k: usize = 0; k < width; k += 8) {
    const term = xlog2x(load<f64>(right + k));
    store<f64>(rightTerms + k, term);
    rightSum += term;
  }
  for (let i: usize = 0; i < <usize>groups - 1; i++) {
    const from = <usize>load<u32>(groupCells + (i << 2));
    for (let k: usize = 0; k < width; k += 8) {
      const w = load<f64>(from + k);
      if (w == 0) continue;
      const l = load<f64>(left_ + k) + w;
      const r = load<f64>(right_ + k) - w;
      store<f64>(left_ + k, l);
      store<f64>(right_ + k, r);
      const leftTerm = xlog2x(l);
      const rightTerm = xlog2x(r);
      leftSum += leftTerm - load<f64>(leftTerms_ + k);
      rightSum += rightTerm - load<f64>(rightTerms_ + k);
      store<f64>(leftTerms_ + k, leftTerm);
      store<f64>(rightTerms_ + k, rightTerm);
    }
    weight += load<f64>(groupWeight + (i << 3));
    let score = NOT_ALLOWED;
    if (isAllowed(i, weight)) {
      compared++;
      score = whole - (xlog2x(weight) - leftSum) - (xlog2x(known - weight) - rightSum);
      if (score > top) top = score;
    }
    store<f64>(gains + (i << 3), score);
  }
  return top;
}

/** The first threshold within the tolerance of the greatest gain. */
function take(tolerance: f64): bool {
  let best = NOT_ALLOWED;
  for (let i: usize = 0; i < <usize>groups - 1; i++) best = max(best, load<f64>(gains + (i << 3)));
  leftWeight = 0;
  for (let i: usize = 0; i < <usize>groups - 1; i++) {
    leftWeight += load<f64>(groupWeight + (i << 3));
    gain = load<f64>(gains + (i << 3));
    if (gain < best - tolerance || gain == NOT_ALLOWED) continue;
    low = codeAt(i);
    high = codeAt(i + 1);
    return true;
  }
  return false;
}
