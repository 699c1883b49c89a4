import { attributes, minLeaf, tolerance, zeroGain } from "./job";
import { count } from "./node";

// The search for a node's test. Each attribute's best cut is the lowest whose gain equals the greatest, within the
// tolerance; then the first attribute whose gain equals the greatest of all is chosen. Gains are computed by the operations
// of the general grower in its order, so they are bit-for-bit identical. Scans may skip gains below `least`: such a cut
// cannot be chosen, and cannot decide which cut is the lowest.

export const NONE: f64 = -1e300;

/** The greatest gain of any attribute of the node so far. */
let best: f64 = NONE;
let nodeWeight: f64 = 0;
let nodeImpurity: f64 = 0;
let slack: f64 = 0;
/** Total gains that differ by less are equal. */
let equal: f64 = 0;
/** The rounding error that the fast forms of a gain may have. */
let margin: f64 = 0;

/** Of the rows with a known value: their weight, the sum of the classes' squared weights, weight x impurity. */
export let weight: i32 = 0;
export let squares: f64 = 0;
let whole: f64 = 0;
/** The least and the greatest weight allowed on the left of a cut. */
let leastLeft: i32 = 0;
let mostLeft: i32 = 0;
/** No gain below it matters any more. */
export let least: f64 = NONE;

let top: f64 = NONE;
let first: i32 = 0;
let firstLeft: i32 = 0;
let firstGain: f64 = NONE;
let sure: bool = true;

/** The attributes' results: gain (f64), position of the cut, weight on its left. */
let finds: usize = 0;

export function sumOfSquares(counts: usize, classes: i32): f64 {
  let sum: f64 = 0;
  for (let c = 0; c < classes; c++) {
    const n = <f64>count(counts, c);
    sum += n * n;
  }
  return sum;
}

@inline
function impurity(weight: f64, squares: f64): f64 {
  return weight - squares / weight;
}

export function openNode(weight: i32, squares: f64, into: usize): void {
  nodeWeight = <f64>weight;
  nodeImpurity = impurity(nodeWeight, squares) / nodeWeight;
  slack = tolerance * nodeImpurity;
  equal = tolerance * nodeImpurity * nodeWeight;
  margin = 1e-12 * nodeWeight;
  best = NONE;
  finds = into;
}

/** Begins an attribute with the sums of its known rows; false if they are all of one class, so that no test can gain. */
export function openAttribute(known: i32, knownSquares: f64): bool {
  weight = known;
  squares = knownSquares;
  const w = <f64>known;
  whole = impurity(w, knownSquares);
  top = NONE;
  firstGain = NONE;
  sure = true;
  leastLeft = max(1, minLeaf);
  mostLeft = known - leastLeft;
  least = best - 4 * equal - margin;
  return knownSquares < w * w;
}

/** Evaluates a cut exactly; `place` rows with the weight `left` are on its left. */
export function offer(place: i32, left: i32, leftSquares: f64, rightSquares: f64): void {
  if (left < leastLeft || left > mostLeft) return;
  const gain = gainOf(left, leftSquares, rightSquares);
  if (gain <= top) return;
  const enough = gain - equal;
  if (top < enough) {
    first = place;
    firstLeft = left;
    firstGain = gain;
    sure = true;
  } else if (firstGain < enough) {
    sure = false;
  }
  top = gain;
  least = max(least, enough - margin);
}

@inline
function gainOf(left: i32, leftSquares: f64, rightSquares: f64): f64 {
  return whole - impurity(<f64>left, leftSquares) - impurity(<f64>(weight - left), rightSquares);
}

/** Whether a second pass must find the lowest cut that gains enough. */
@inline
export function isUnsure(): bool {
  return !sure;
}

/** In that second pass: true once the cut is found. */
export function settles(place: i32, left: i32, leftSquares: f64, rightSquares: f64): bool {
  if (left < leastLeft || left > mostLeft) return false;
  const gain = gainOf(left, leftSquares, rightSquares);
  if (gain < top - equal) return false;
  first = place;
  firstLeft = left;
  firstGain = gain;
  return true;
}

/** Rows left of the attribute's best cut; 0 if there is none. */
export function foundPlace(): i32 {
  return firstGain > NONE ? first : 0;
}

/** The gain of that cut again, with the right side's impurity subtracted first. */
export function weighMirrored(leftSquares: f64, rightSquares: f64): void {
  firstGain =
    whole - impurity(<f64>(weight - firstLeft), rightSquares) - impurity(<f64>firstLeft, leftSquares);
}

@inline
function findAt(attribute: i32): usize {
  return finds + (<usize>attribute << 4);
}

export function noFind(attribute: i32): void {
  store<f64>(findAt(attribute), NONE);
}

/** Records the attribute's result; returns whether nothing after it could be better. */
export function closeAttribute(attribute: i32): bool {
  const p = findAt(attribute);
  store<f64>(p, firstGain);
  store<i32>(p, first, 8);
  store<i32>(p, firstLeft, 12);
  best = max(best, top);
  return isPerfect(firstGain);
}

@inline
function isPerfect(gain: f64): bool {
  return gain / nodeWeight >= nodeImpurity - slack / 2;
}

/** The attribute to test; -1 if the node stays a leaf. */
export function choose(): i32 {
  let greatest = NONE;
  let end = 0;
  while (end < attributes) {
    const gain = load<f64>(findAt(end++));
    if (gain > greatest) greatest = gain;
    if (gain > NONE && isPerfect(gain)) break;
  }
  if (greatest == NONE) return -1;
  const enough = greatest / nodeWeight - slack;
  let chosen = 0;
  while (!(load<f64>(findAt(chosen)) / nodeWeight >= enough)) chosen++;
  return !zeroGain && load<f64>(findAt(chosen)) / nodeWeight <= slack ? -1 : chosen;
}

@inline
export function gainAt(attribute: i32): f64 {
  return load<f64>(findAt(attribute));
}

@inline
export function placeAt(attribute: i32): i32 {
  return load<i32>(findAt(attribute), 8);
}

@inline
export function leftAt(attribute: i32): i32 {
  return load<i32>(findAt(attribute), 12);
}
