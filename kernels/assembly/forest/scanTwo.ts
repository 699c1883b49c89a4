import { enterBest, limit, noteClasses, startBest } from "./bestCut";
import { allowed, equalGain, giniOf, noise, nodeTotal, nodeWeight } from "./found";

// Two classes. With weight w and w·p of class 1 on the left, W and P in total, a cut gains 2·D²/(W·w·(W - w)), where
// D = w·p·W - w·P: integers, and one division fewer than the formula. D²/(w·(W - w)) is convex in (w, w·p), and grows as
// more of the class that is over-represented on the left goes left; so within a run of cells no cut gains more than the
// better of two orders: all cells of class 1 first, or all others.

/** The attribute's known rows: weight, and that of class 1. */
export let knownW: f64 = 0;
export let knownP: f64 = 0;
/** D² must exceed this times w·(W - w). */
export let reach: f64 = 0;
/** The best cut so far of attributes without missing values, as D² and w·(W - w), if both are small enough to compare exactly. */
let bestSquare: f64 = 0;
let bestProduct: f64 = 0;
/** bestProduct if the current attribute has no missing values, so that its cuts can be compared by it; otherwise 0. */
let tieProduct: f64 = 0;
/** Up to this weight D²·w'·(W - w') has fewer than 53 bits. */
const EXACT_WEIGHT: f64 = 900;

@inline
export function startTwo(): void {
  bestProduct = 0;
}

export function startScan(weight: f64, one: f64): void {
  knownW = weight;
  knownP = one;
  const zero = weight - one;
  startBest(weight, weight == nodeWeight ? nodeTotal : giniOf(weight, zero * zero + one * one));
  reach = limit * weight * 0.5;
  tieProduct = weight == nodeWeight ? bestProduct : 0;
}

/** Whether some order of cells of class 1 (weight `ones`) and 0 (`zeros`) may reach the limit after (w, w·p). */
@inline
export function mayReach(D: f64, w: f64, ones: f64, zeros: f64): bool {
  const upper = D + ones * (knownW - knownP);
  const lower = D - zeros * knownP;
  const w1 = w + ones;
  const w2 = w + zeros;
  return (upper * upper >= reach * (w1 * (knownW - w1))) | (lower * lower >= reach * (w2 * (knownW - w2)));
}

/** Whether a cut that reaches the limit is equal to an earlier one, which is then kept. */
@inline
export function isTie(square: f64, product: f64): bool {
  return square * tieProduct == bestSquare * product && tieProduct > 0;
}

/** Records the cut after weight w with w·p of class 1. */
export function noteTwo(place: i32, low: u32, high: u32, w: f64, one: f64, square: f64, product: f64): void {
  const zero = w - one;
  const restOne = knownP - one;
  const restZero = knownW - knownP - zero;
  noteClasses(place, low, high, w, zero * zero + one * one, restZero * restZero + restOne * restOne, one);
  reach = limit * knownW * 0.5;
  // Ties may be skipped only if they are closer than the tolerance, whatever their rounding.
  if (nodeWeight > EXACT_WEIGHT || knownW != nodeWeight || equalGain < 4 * noise || !allowed(w, knownW)) return;
  if (bestProduct == 0 || square * bestProduct > bestSquare * product) {
    bestSquare = square;
    bestProduct = product;
    tieProduct = product;
  }
}

/** True if the attribute's best cut leaves no impurity. */
@inline
export function endScan(a: i32): bool {
  const zero = knownW - knownP;
  return enterBest(a, knownP == 0 || zero == 0 ? 0 : nodeTotal);
}
