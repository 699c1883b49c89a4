import { nearTop } from "../common/nearTop";
import { take } from "./arena";
import { attributes, isClasses, minLeaf, perNode, tolerance, width, zeroGain } from "./params";

// The best cut of each attribute examined at a node, and the choice among them: by the rule of learn/choose.ts.

/** attribute i32 · position i32 · gain f64 · cut f64 · left weight f64 · known weight f64 · left sum of class 1 f64 */
const RECORD: usize = 48;

let records: usize = 0;
let count: i32 = 0;

/** The current node: its weight, impurity per unit of weight, and the tolerance in gains per weight and in total. */
export let nodeWeight: f64 = 0;
export let nodeImpurity: f64 = 0;
/** Weight × impurity. */
export let nodeTotal: f64 = 0;
export let slack: f64 = 0;
export let equalGain: f64 = 0;
/** The greatest total gain so far. */
export let topGain: f64 = 0;
/** The most that rounding may change a gain. */
export let noise: f64 = 0;

export function takeFound(): void {
  records = take(<usize>min(perNode, attributes) * RECORD);
}

/** Weight × impurity of class weights with this sum of squares: the operations of learn/criterion/gini.ts. */
@inline
export function giniOf(weight: f64, squares: f64): f64 {
  return weight > 0 ? weight - squares / weight : 0;
}

/** Weight × impurity of sums. */
@inline
export function impurityOf(sums: usize): f64 {
  if (!(isClasses && width == 2)) return impurityOfMany(sums);
  const zero = load<f64>(sums);
  const one = load<f64>(sums, 8);
  return giniOf(zero + one, zero * zero + one * one);
}

function impurityOfMany(sums: usize): f64 {
  if (isClasses) return giniOf(weightOf(sums), squaresOf(sums));
  const weight = load<f64>(sums);
  const u1 = load<f64>(sums, 8);
  return weight > 0 ? max<f64>(0, load<f64>(sums, 16) - (u1 * u1) / weight) : 0;
}

@inline
export function weightOf(sums: usize): f64 {
  if (!isClasses) return load<f64>(sums);
  if (width == 2) return load<f64>(sums) + load<f64>(sums, 8);
  let weight: f64 = 0;
  for (let k = 0; k < width; k++) weight += load<f64>(sums + (<usize>k << 3));
  return weight;
}

@inline
export function squaresOf(sums: usize): f64 {
  let squares: f64 = 0;
  for (let k = 0; k < width; k++) {
    const w = load<f64>(sums + (<usize>k << 3));
    squares += w * w;
  }
  return squares;
}

/** The part omitted from a decrease in squared error: only Σu² differs from the impurity. */
@inline
export function momentOf(weight: f64, u1: f64): f64 {
  return weight > 0 ? -(u1 * u1) / weight : 0;
}

@inline
export function startFound(sums: usize): void {
  nodeTotal = impurityOf(sums);
  nodeWeight = weightOf(sums);
  nodeImpurity = nodeTotal / nodeWeight;
  slack = tolerance * nodeImpurity;
  equalGain = tolerance * nodeImpurity * nodeWeight;
  topGain = -Infinity;
  noise = (isClasses ? nodeWeight : load<f64>(sums, 16)) * 1.8e-15;
  count = 0;
}

/** A cut that gains less than this cannot be chosen any more. */
@inline
export function leastGain(): f64 {
  return topGain - 2 * equalGain - noise;
}

@inline
export function allowed(left: f64, known: f64): bool {
  return left >= minLeaf - 1e-6 && known - left >= minLeaf - 1e-6;
}

/** The same of two cuts: all ones where both branches are large enough. */
@inline
export function areAllowed(left: v128, right: v128): v128 {
  return f64x2.ge(f64x2.pmin(left, right), f64x2.splat(minLeaf - 1e-6));
}

/**
 * Enters an attribute's best cut. If the known rows are pure it gains nothing. True for a test that leaves no
 * impurity: nothing after it could be better.
 */
@inline
export function enter(
  attribute: i32,
  place: i32,
  gain: f64,
  cut: f64,
  left: f64,
  known: f64,
  leftOne: f64,
  knownImpurity: f64,
): bool {
  if (gain <= 2 * equalGain && tellsNothing(gain, knownImpurity)) return false;
  const at = records + <usize>count * RECORD;
  store<i32>(at, attribute);
  store<i32>(at, place, 4);
  store<f64>(at, gain, 8);
  store<f64>(at, cut, 16);
  store<f64>(at, left, 24);
  store<f64>(at, known, 32);
  store<f64>(at, leftOne, 40);
  count++;
  topGain = gain > topGain ? gain : topGain;
  // Most gains are far from it: no division is needed.
  return gain >= 0.9 * nodeTotal && gain / nodeWeight >= nodeImpurity - slack / 2;
}

function tellsNothing(gain: f64, knownImpurity: f64): bool {
  return gain / nodeWeight <= slack && knownImpurity <= 1e-12 * nodeTotal;
}

/** The first whose gain equals the greatest; 0 if there is none, or none that gains enough. */
export function chosen(): usize {
  if (count == 0) return 0;
  const enough = topGain / nodeWeight - slack;
  let at = records;
  const near = nearTop(topGain, equalGain);
  while (load<f64>(at, 8) < near || !(load<f64>(at, 8) / nodeWeight >= enough)) at += RECORD;
  return !zeroGain && load<f64>(at, 8) / nodeWeight <= slack ? 0 : at;
}

@inline
export function attributeOf(record: usize): i32 {
  return load<i32>(record);
}

@inline
export function placeOf(record: usize): i32 {
  return load<i32>(record, 4);
}

/** The value of a random cut; for a best cut the two rows it is between (u32 each), as bits. */
@inline
export function cutOf(record: usize): f64 {
  return load<f64>(record, 16);
}

@inline
export function lowRowOf(record: usize): u32 {
  return load<u32>(record, 16);
}

@inline
export function leftOf(record: usize): f64 {
  return load<f64>(record, 24);
}

@inline
export function knownOf(record: usize): f64 {
  return load<f64>(record, 32);
}

@inline
export function leftOneOf(record: usize): f64 {
  return load<f64>(record, 40);
}

/** Missing values go to the branch with the larger weight, the left one on a tie. */
@inline
export function missingGoesLeft(record: usize): bool {
  return !(knownOf(record) - leftOf(record) > leftOf(record));
}
