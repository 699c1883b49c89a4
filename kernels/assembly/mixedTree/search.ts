import { MISTAKES } from "../common/classImpurity";
import { worthOf } from "../common/worth";
import { gainOf, impurityOf, nearXlog2x, xlog2x } from "./impurity";
import {
  altered,
  byEntropy,
  byTwoing,
  classes,
  costForm,
  criterion,
  divisors,
  factors,
  isOther,
  minImpurity,
  minLeaf,
  scaled,
  sizePenalty,
  tolerance,
  unit,
} from "./job";
import { compactLosses } from "./otherImpurity";
import { sumAt } from "./node";

// The search for a node's test. Gains are computed by the operations of the general grower in its order, so they are
// bit-for-bit identical. Scans may skip gains below `least`: such a test cannot be chosen, and cannot decide which test is.
// Class weights are those of the classes that occur at the node, in their order.

export const NONE: f64 = -1e300;

/** How many classes occur at the node; by class, its place among them, and by place the class (u16). */
export let present: i32 = 0;
export let placeOf: usize = 0;
let classOfPlace: usize = 0;
/** By place: the class's factor, its weight at the node, and its weight in the rows whose cell is known, if not in all. */
export let factorAt: usize = 0;
let nodeSums: usize = 0;
let someSums: usize = 0;
/** One of the last two. */
export let known: usize = 0;
/** By place, for one test: the weights on its left. */
export let left: usize = 0;

/** The greatest gain of any attribute of the node so far. */
let best: f64 = NONE;
/** As it is, as the criterion sees it, and the latter to divide by. */
let nodeWeight: f64 = 0;
let seenAtNode: f64 = 0;
let judgedWeight: f64 = 0;
let nodeTotal: f64 = 0;
let nodeImpurity: f64 = 0;
/** Scores that differ by less are equal. */
export let slack: f64 = 0;
/** Total gains that differ by less are equal. */
export let equal: f64 = 0;
/** The rounding error that the fast forms of a gain may have. */
let margin: f64 = 0;

/** Of the rows with a known value: their weight, the weight that the criterion sees, weight x impurity. */
export let knownWeight: f64 = 0;
let seenWeight: f64 = 0;
let whole: f64 = 0;
/** No gain below it matters any more; and what that means for the fast form of a gain, see mayGain. */
export let least: f64 = NONE;
let need: f64 = NONE;

let top: f64 = NONE;
let first: i32 = 0;
let firstLeft: f64 = 0;
let firstGain: f64 = NONE;
let sure: bool = true;

export function searchScratch(): usize {
  return (<usize>classes << 2) + 4 * (<usize>classes << 3) + 128;
}

export function useSearchScratch(at: usize): void {
  const bytes = <usize>classes << 3;
  factorAt = at;
  nodeSums = at + bytes;
  someSums = nodeSums + bytes;
  left = someSums + bytes;
  placeOf = left + bytes;
  classOfPlace = placeOf + (<usize>classes << 1);
}

@inline
export function classAt(place: i32): usize {
  return <usize>load<u16>(classOfPlace + (<usize>place << 1));
}

/** Opens a node with its class weights. */
export function openNode(sums: usize): void {
  present = 0;
  nodeWeight = 0;
  seenAtNode = 0;
  for (let c = 0; c < classes; c++) {
    const w = sumAt(sums, c);
    if (!(w > 0)) continue;
    const at = <usize>present << 3;
    const factor = load<f64>(factors + (<usize>c << 3));
    store<f64>(nodeSums + at, w);
    store<f64>(factorAt + at, factor);
    store<u16>(placeOf + (<usize>c << 1), <u16>present);
    store<u16>(classOfPlace + (<usize>present << 1), <u16>c);
    nodeWeight += w;
    seenAtNode += w * factor;
    present++;
  }
  if (isOther) compactLosses(classOfPlace, present);
  judgedWeight = max(seenAtNode, 5e-324);
  nodeTotal = impurityOf(nodeSums, factorAt, present);
  nodeImpurity = nodeTotal / judgedWeight;
  slack = tolerance * nodeImpurity;
  equal = tolerance * nodeImpurity * judgedWeight;
  margin = 1e-9 * judgedWeight;
  best = NONE;
}

/** Whether the node is a leaf because its impurity is low enough. */
@inline
export function isPureEnough(): bool {
  return minImpurity > 0 && minImpurity >= nodeImpurity - 1e-6;
}

/** Begins the sums of an attribute's known rows with those of the node; `forget` takes missing ones off. */
export function beginKnown(): void {
  known = someSums;
  for (let i: usize = 0; i < <usize>present << 3; i += 8) store<f64>(known + i, load<f64>(nodeSums + i));
}

@inline
export function forget(c: usize, weight: f64): void {
  const p = known + (<usize>load<u16>(placeOf + (c << 1)) << 3);
  store<f64>(p, load<f64>(p) - weight);
}

/** Begins an attribute without missing cells. */
export function openWhole(): void {
  known = nodeSums;
  knownWeight = nodeWeight;
  seenWeight = seenAtNode;
  whole = nodeTotal;
  top = NONE;
  firstGain = NONE;
  sure = true;
  restartLeast(NONE);
}

/** Begins an attribute whose known sums are complete. */
export function openAttribute(): void {
  knownWeight = 0;
  seenWeight = 0;
  for (let i: usize = 0; i < <usize>present << 3; i += 8) {
    knownWeight += load<f64>(known + i);
    seenWeight += load<f64>(known + i) * load<f64>(factorAt + i);
  }
  whole = impurityOf(known, factorAt, present);
  top = NONE;
  firstGain = NONE;
  sure = true;
  restartLeast(NONE);
}

/** Gains matter from here on if they come near the best attribute so far, and reach `to`. */
export function restartLeast(to: f64): void {
  least = NONE;
  need = NONE;
  raiseLeast(best - 3 * equal);
  raiseLeast(to);
}

/** Gains below this do not matter. */
export function raiseLeast(to: f64): void {
  if (!(to > least)) return;
  least = to;
  need = byEntropy ? (least - margin - whole) / unit : least - margin + seenWeight - whole;
}

/**
 * Whether a cut may gain enough, from sums that may be rounded: the weight on either side as the criterion sees it, and the
 * sums of the classes' squares, or of their x log2 x.
 */
@inline
export function mayGain(leftWeight: f64, rightWeight: f64, leftSum: f64, rightSum: f64): bool {
  if (byEntropy) return leftSum + rightSum - nearXlog2x(leftWeight) - nearXlog2x(rightWeight) >= need;
  return leftSum * rightWeight + rightSum * leftWeight >= need * leftWeight * rightWeight;
}

/** Whether the gain is a convex function of what is on the left, so that the fast forms hold. */
@inline
export function isConvex(): bool {
  return !isOther || criterion == MISTAKES;
}

/** The same for two classes, of whose weights `a` and `b` so much is on the left. */
export function mayGainTwo(leftA: f64, leftB: f64, a: f64, b: f64): bool {
  let rightA = a - leftA;
  let rightB = b - leftB;
  if (altered) {
    const factorA = load<f64>(factorAt);
    const factorB = load<f64>(factorAt, 8);
    leftA *= factorA;
    rightA *= factorA;
    leftB *= factorB;
    rightB *= factorB;
  }
  if (isOther) return max(leftA, leftB) + max(rightA, rightB) >= need;
  const leftSum = nearTerm(leftA) + nearTerm(leftB);
  return mayGain(leftA + leftB, rightA + rightB, leftSum, nearTerm(rightA) + nearTerm(rightB));
}

@inline
function nearTerm(w: f64): f64 {
  return byEntropy ? nearXlog2x(w) : w * w;
}

/** The same for a test with the class weights `left` on its left. */
export function mayGainLeft(): bool {
  if (isOther) return true;
  let leftWeight: f64 = 0;
  let rightWeight: f64 = 0;
  let leftSum: f64 = 0;
  let rightSum: f64 = 0;
  for (let i: usize = 0; i < <usize>present << 3; i += 8) {
    const factor = altered ? load<f64>(factorAt + i) : 1;
    const l = load<f64>(left + i) * factor;
    const r = load<f64>(known + i) * factor - l;
    leftWeight += l;
    rightWeight += r;
    leftSum += nearTerm(l);
    rightSum += nearTerm(r);
  }
  return mayGain(leftWeight, rightWeight, leftSum, rightSum);
}

@inline
export function isAllowed(leftWeight: f64): bool {
  return leftWeight >= minLeaf && knownWeight - leftWeight >= minLeaf;
}

/** The exact gain of a test with these class weights on its left; `sums` may be of `left`, or any. */
@inline
export function exactGain(sums: usize): f64 {
  return gainOf(whole, sums, known, factorAt, present);
}

/** The greatest gain that any test on levels with these impurities, added up, can have. */
@inline
export function canReach(levelImpurities: f64): bool {
  return whole - levelImpurities >= least - margin;
}

/** Evaluates a cut exactly; `place` rows with the weights `left` are on its left. */
export function offerCut(place: i32): void {
  let leftWeight: f64 = 0;
  for (let i: usize = 0; i < <usize>present << 3; i += 8) leftWeight += load<f64>(left + i);
  if (!isAllowed(leftWeight)) return;
  const gain = exactGain(left);
  if (gain <= top) return;
  const enough = gain - equal;
  if (top < enough) {
    first = place;
    firstLeft = leftWeight;
    firstGain = gain;
    sure = true;
  } else if (firstGain < enough) {
    sure = false;
  }
  top = gain;
  raiseLeast(enough);
}

/** Whether a second pass must find the lowest cut that gains enough. */
@inline
export function isUnsure(): bool {
  return !sure;
}

/** In that second pass: true once the cut is found. */
export function settlesCut(place: i32): bool {
  let leftWeight: f64 = 0;
  for (let i: usize = 0; i < <usize>present << 3; i += 8) leftWeight += load<f64>(left + i);
  if (!isAllowed(leftWeight)) return false;
  const gain = exactGain(left);
  if (gain < top - equal) return false;
  first = place;
  firstLeft = leftWeight;
  firstGain = gain;
  return true;
}

/** The cut found on the attribute: its gain (NONE if there is none), the rows or codes on its left, and their weight. */
@inline
export function cutGain(): f64 {
  return firstGain;
}

@inline
export function cutPlace(): i32 {
  return first;
}

@inline
export function cutWeight(): f64 {
  return firstLeft;
}

/** Whether a test on the attribute tells nothing apart: it gains nothing, and the known rows are pure. */
export function isIdle(gain: f64): bool {
  return gain / judgedWeight <= slack && impurityOf(known, factorAt, present) <= 1e-12 * nodeTotal;
}

/** Whether tests on different attributes are compared by their gains. */
@inline
function isByGain(): bool {
  return !scaled && divisors == 0;
}

/** A gain that later attributes are measured by, if that is what tests are compared by. */
export function noteGain(gain: f64): void {
  if (isByGain()) best = max(best, gain);
}

/** The gain by the node's weight. */
@inline
export function shareOf(gain: f64): f64 {
  return gain / judgedWeight;
}

/** What tests are compared by. */
export function scoreOf(attribute: i32, gain: f64, leftWeight: f64): f64 {
  const plain = scaled ? ratioOf(shareOf(gain), leftWeight) : shareOf(gain);
  if (divisors == 0) return plain;
  return worthOf(max<f64>(0, plain), load<f64>(divisors + (<usize>attribute << 3)), costForm);
}

/** Rows whose value is missing count as one more branch (`ratio` in src/learn/choose.ts). */
function ratioOf(share: f64, leftWeight: f64): f64 {
  const rightWeight = knownWeight - leftWeight;
  const missing = max<f64>(0, nodeWeight - (leftWeight + rightWeight));
  const split = xlog2x(nodeWeight) - xlog2x(missing) - (xlog2x(leftWeight) + xlog2x(rightWeight));
  return split > 1e-9 * nodeWeight ? share / (split / nodeWeight) : 0;
}

/** Whether a test leaves no impurity, so that nothing after it could be better. */
@inline
export function isPerfect(gain: f64): bool {
  return isByGain() && !byTwoing && gain / judgedWeight >= nodeImpurity - slack / 2;
}

/** Whether a test gains too little for the two nodes that it adds. */
@inline
export function isTooDear(share: f64): bool {
  return sizePenalty >= 0 && share * nodeWeight <= sizePenalty * 2;
}
