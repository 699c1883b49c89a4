import { attributeKeyFrom, drawAt, firstDraws, sharesOfTwo } from "../common/nodeRandom";
import { nearTop } from "../common/nearTop";
import { take } from "./arena";
import { unitsOf } from "./entries";
import { allowed, areAllowed, enter, equalGain, giniOf, impurityOf, momentOf, nodeTotal, nodeWeight, placeOf, squaresOf } from "./found";
import { setKeyLane } from "./keyCuts";
import { gridSquare, isTwo } from "./mass";
import { cellAt, gatherCells, highs, lows, nodeCells, nodeStep, setLane } from "./nodeCells";
import { attributes, hasMissing, isClasses, isKeyed, isOrdered, perNode, width } from "./params";
import { nextAttribute } from "./sample";
import {
  keepKnown,
  knownOnesOf,
  knownWeightOf,
  onesOf,
  setBounds,
  setNoBounds,
  takeSides,
  twoOnes,
  twoWeights,
  weigh,
  weightOf,
} from "./sides";

// One cut on each of a few attributes, drawn between the least and the greatest known cell of a node, and its
// gain, as in learn/branch/randomThreshold.ts.

/** By lane: the attribute (i32), and f64 each: the share drawn for it, the cut, NaN if its known cells are all equal, the gain. */
let attributeOfLane: usize = 0;
export let shares: usize = 0;
export let cuts: usize = 0;
let gains: usize = 0;
/** By lane (u64): all ones if the cells are codes. */
let ordered: usize = 0;
/** Whether any attribute of the table has missing values, and whether any has codes. */
let anyMissing: bool = false;
let anyOrdered: bool = false;
/** How often lanes were filled at the node. */
let fillings: i32 = 0;
/** By entry, of a numeric target: weight and weight·u (f64). */
let masses: usize = 0;
let leftSums: usize = 0;
let knownSums: usize = 0;

/** Returned in place of the number of varying attributes: one of them leaves no impurity. */
export const PERFECT: i32 = -1;

export function takeCuts(rows: i32): void {
  attributeOfLane = take(32);
  shares = take(64);
  cuts = take(64);
  gains = take(64);
  ordered = take(64);
  masses = take(isClasses ? 0 : <usize>rows << 4);
  leftSums = take(<usize>width << 3);
  knownSums = take(<usize>width << 3);
  takeSides();
}

/** Before the first tree. */
export function readAttributes(): void {
  anyMissing = false;
  anyOrdered = false;
  for (let a = 0; a < attributes; a++) {
    anyMissing = anyMissing || hasMissing(a);
    anyOrdered = anyOrdered || isOrdered(a);
  }
}

/** Before the first attributes of a node. */
@inline
export function startLanes(): void {
  fillings = 0;
}

/** The same; `entries` are the node's. */
export function startCuts(entries: usize, n: i32): void {
  startLanes();
  if (isClasses) return;
  const end = entries + (<usize>n << 3);
  let to = masses;
  for (let at = entries; at < end; at += 8, to += 16) {
    const w = <f64>load<u32>(at, 4);
    store<f64>(to, w);
    store<f64>(to, w * unitsOf(at), 8);
  }
}

/** Fills the lanes with the next attributes, at most `most`; returns how many. `corner` is the node's part of its attributes' keys. */
export function fillLanes(most: i32, corner: u32): i32 {
  const lanes = drawAttributes(min(most, min(perNode, 8)));
  fillings++;
  for (let lane = 0; lane < lanes; lane += 4) drawShares(lane, corner);
  for (let lane = 0; lane < lanes; lane++) {
    const a = laneAttribute(lane);
    if (isKeyed) setKeyLane(lane, a, load<f64>(shares + (<usize>lane << 3)));
    else setLane(lane, a);
    if (anyOrdered) store<u64>(ordered + (<usize>lane << 3), 0 - u64(isOrdered(a)));
  }
  return lanes;
}

@inline
function drawAttributes(most: i32): i32 {
  for (let lane = 0; lane < most; lane++) {
    const a = nextAttribute();
    if (a < 0) return lane;
    store<i32>(attributeOfLane + (<usize>lane << 2), a);
  }
  return most;
}

/** The shares of four lanes, as shareOf(drawFor(corner, a)). */
@inline
function drawShares(lane: i32, corner: u32): void {
  const draws = firstDraws(corner, v128.load(attributeOfLane + (<usize>lane << 2)));
  const upper = i8x16.shuffle(draws, draws, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  v128.store(shares + (<usize>lane << 3), sharesOfTwo(draws));
  v128.store(shares + (<usize>lane << 3), sharesOfTwo(upper), 16);
}

/** Drawn for an attribute: where in its range it is cut. */
@inline
export function drawFor(corner: u32, a: i32): u32 {
  return drawAt(attributeKeyFrom(corner, a), 0);
}

/** Enters the cuts that were drawn for the lanes of these bits, whose attributes vary; returns how many do. */
export function enterLanes(varied: i32, lanes: i32, n: i32, sums: usize): i32 {
  if (varied == 0) return 0;
  const entered = isTwo() ? scoreLanes(varied, lanes, sums) : varied;
  for (let left = entered; left != 0; left &= left - 1)
    if (enterLane(i32.ctz(left), n, sums)) return PERFECT;
  return i32.popcnt(varied);
}

/** Scores two classes; returns the lanes that may be chosen: where values are missing, gains are found one by one. */
@inline
function scoreLanes(varied: i32, lanes: i32, sums: usize): i32 {
  let top = f64x2.splat(-Infinity);
  for (let lane = 0; lane < lanes; lane += 2) top = f64x2.pmax(top, scoreTwo(lane, varied, sums));
  if (anyMissing) return varied;
  const least = nearTop(max(f64x2.extract_lane(top, 0), f64x2.extract_lane(top, 1)), equalGain);
  let entered = 0;
  for (let lane = 0; lane < lanes; lane += 2)
    entered |= i64x2.bitmask(f64x2.ge(v128.load(gains + (<usize>lane << 3)), f64x2.splat(least))) << lane;
  return least > -Infinity ? entered : 0;
}

/** Draws the cuts of the lanes, and finds what is on their left; returns a bit for each that varies. */
export function cutCells(entries: usize, n: i32, lanes: i32): i32 {
  gatherCells(entries, n, lanes);
  let varied = drawFour(0);
  if (lanes > 4) varied |= drawFour(4) << 4;
  varied &= (1 << lanes) - 1;
  if (varied == 0) return 0;
  if (isClasses && anyMissing) weighKnown(entries, n, lanes);
  if (isClasses) weigh(entries, n, lanes);
  return varied;
}

@inline
function laneAttribute(lane: i32): i32 {
  return load<i32>(attributeOfLane + (<usize>lane << 2));
}

/** Draws the cuts of four lanes, and sets their bounds; returns a bit for each that varies. */
@inline
function drawFour(lane: i32): i32 {
  const two = drawTwo(lane);
  const more = drawTwo(lane + 2);
  setBounds(lane, two, more);
  return variedOf(two) | (variedOf(more) << 2);
}

@inline
function variedOf(two: v128): i32 {
  return i64x2.bitmask(f64x2.eq(two, two));
}

/** As drawn in learn/branch/randomThreshold.ts; NaN if there is no range. */
@inline
function drawTwo(lane: i32): v128 {
  const at = <usize>lane << 3;
  const share = v128.load(shares + at);
  const low = v128.load(lows + at);
  const high = v128.load(highs + at);
  const range = f64x2.sub(high, low);
  const varies = f64x2.lt(low, high);
  let part = f64x2.mul(share, range);
  if (anyOrdered) part = v128.bitselect(f64x2.floor(part), part, v128.load(ordered + at));
  let cut = f64x2.add(low, part);
  const finite = f64x2.lt(range, f64x2.splat(Infinity));
  if (!i64x2.all_true(finite)) {
    const rest = f64x2.sub(f64x2.splat(1), share);
    cut = v128.bitselect(cut, f64x2.add(f64x2.mul(low, rest), f64x2.mul(high, share)), finite);
  }
  cut = v128.bitselect(cut, low, v128.and(f64x2.ge(cut, low), f64x2.lt(cut, high)));
  cut = v128.or(cut, v128.not(varies));
  v128.store(cuts + at, cut);
  return cut;
}

function weighKnown(entries: usize, n: i32, lanes: i32): void {
  setNoBounds();
  weigh(entries, n, lanes);
  keepKnown();
  setBounds(0, v128.load(cuts), v128.load(cuts, 16));
  if (lanes > 4) setBounds(4, v128.load(cuts, 32), v128.load(cuts, 48));
}

/**
 * The gains of two lanes without missing values: the operations of giniOf, two at a time; -Infinity where the attribute does not
 * vary, or a branch would be too small.
 */
@inline
function scoreTwo(lane: i32, varied: i32, sums: usize): v128 {
  const left = twoWeights(lane);
  const one = twoOnes(lane);
  const zero = f64x2.sub(left, one);
  const restOne = f64x2.sub(f64x2.splat(load<f64>(sums, 8)), one);
  const restZero = f64x2.sub(f64x2.splat(load<f64>(sums)), zero);
  const rest = f64x2.sub(f64x2.splat(nodeWeight), left);
  const ofLeft = f64x2.sub(left, f64x2.div(sumOfSquares(zero, one), left));
  const ofRest = f64x2.sub(rest, f64x2.div(sumOfSquares(restZero, restOne), rest));
  const gain = f64x2.sub(f64x2.sub(f64x2.splat(nodeTotal), ofLeft), ofRest);
  const both = v128.and(i64x2.splat(varied >> lane), i64x2(1, 2));
  const known = v128.bitselect(gain, f64x2.splat(-Infinity), v128.and(areAllowed(left, rest), i64x2.ne(both, i64x2.splat(0))));
  v128.store(gains + (<usize>lane << 3), known);
  return known;
}

@inline
function sumOfSquares(a: v128, b: v128): v128 {
  return f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b));
}

@inline
function enterLane(lane: i32, n: i32, sums: usize): bool {
  const a = laneAttribute(lane);
  const cut = load<f64>(cuts + (<usize>lane << 3));
  const place = (fillings << 3) | lane;
  const missing = anyMissing && hasMissing(a);
  if (!isTwo() || missing) return enterSums(a, lane, place, cut, n, sums, missing);
  const left = <f64>weightOf(0, lane);
  if (!allowed(left, nodeWeight)) return false;
  return enter(a, place, load<f64>(gains + (<usize>lane << 3)), cut, left, nodeWeight, <f64>onesOf(lane), nodeTotal);
}

function enterSums(a: i32, lane: i32, place: i32, cut: f64, n: i32, sums: usize, missing: bool): bool {
  if (isClasses) return enterClasses(a, lane, place, cut, sums, missing);
  return enterValues(a, lane, place, cut, n, sums, missing);
}

/** Any number of classes; missing values count for neither side. */
function enterClasses(a: i32, lane: i32, place: i32, cut: f64, sums: usize, missing: bool): bool {
  for (let k = 0; k < width; k++) {
    const at = <usize>k << 3;
    store<f64>(leftSums + at, <f64>weightOf(k, lane));
    store<f64>(knownSums + at, missing ? <f64>knownWeightOf(k, lane) : load<f64>(sums + at));
  }
  if (isTwo()) {
    splitTwo(leftSums, <f64>onesOf(lane));
    splitTwo(knownSums, <f64>knownOnesOf(lane));
  }
  const knownImpurity = impurityOf(knownSums);
  let left: f64 = 0;
  let right: f64 = 0;
  let rightSquares: f64 = 0;
  for (let k: usize = 0; k < <usize>width; k++) {
    const w = load<f64>(leftSums + (k << 3));
    const rest = load<f64>(knownSums + (k << 3)) - w;
    left += w;
    right += rest;
    rightSquares += rest * rest;
  }
  if (!allowed(left, left + right)) return false;
  const gain = knownImpurity - giniOf(left, squaresOf(leftSums)) - giniOf(right, rightSquares);
  return enter(a, place, gain, cut, left, left + right, load<f64>(leftSums, 8), knownImpurity);
}

/** For two classes all weight was recorded under the first. */
@inline
function splitTwo(sums: usize, one: f64): void {
  store<f64>(sums, load<f64>(sums) - one);
  store<f64>(sums, one, 8);
}

function enterValues(a: i32, lane: i32, place: i32, cut: f64, n: i32, sums: usize, missing: bool): bool {
  const leftBoth = addValues(lane, n, cut);
  const knownBoth = missing ? addValues(lane, n, Infinity) : v128.load(sums);
  const left = f64x2.extract_lane(leftBoth, 0);
  const known = f64x2.extract_lane(knownBoth, 0);
  if (!allowed(left, known)) return false;
  const u1 = f64x2.extract_lane(leftBoth, 1);
  const all = f64x2.extract_lane(knownBoth, 1);
  const gain = momentOf(known, all) - momentOf(left, u1) - momentOf(known - left, all - u1);
  // Needed only if the gain is close to zero.
  const spread = missing && gain <= 2 * equalGain ? knownSpread(lane, n, knownBoth) : nodeTotal;
  return enter(a, place, gain, cut, left, known, 0, spread);
}

/** Weight and weight·u of the cells up to a bound, without a branch that could be mispredicted. */
@inline
function addValues(lane: i32, n: i32, bound: f64): v128 {
  let both = f64x2.splat(0);
  let cell = nodeCells;
  const end = masses + (<usize>n << 4);
  for (let at = masses; at < end; at += 16, cell += nodeStep) {
    const side = 0 - u64(cellAt(cell, lane) <= bound);
    both = f64x2.add(both, v128.and(i64x2.splat(side), v128.load(at)));
  }
  return both;
}

/** For a numeric target: weight × impurity of the rows with a known value. */
function knownSpread(lane: i32, n: i32, both: v128): f64 {
  let u2: f64 = 0;
  let cell = nodeCells;
  for (let i: usize = 0; i < <usize>n; i++, cell += nodeStep) {
    const x = cellAt(cell, lane);
    const w = load<f64>(masses + (i << 4));
    if (x == x) u2 += gridSquare(w, load<f64>(masses + (i << 4), 8) / w);
  }
  v128.store(knownSums, both);
  store<f64>(knownSums, u2, 16);
  return impurityOf(knownSums);
}

/** Whether the cells of the record's attribute are still in its lane. */
@inline
export function isInLane(record: usize): bool {
  return placeOf(record) >> 3 == fillings;
}

@inline
export function laneIn(record: usize): i32 {
  return placeOf(record) & 7;
}

/** The lane of the record's attribute; if other cells have replaced its own, they are gathered again. */
export function laneOf(record: usize, a: i32, entries: usize, n: i32): i32 {
  if (isInLane(record)) return laneIn(record);
  setLane(0, a);
  gatherCells(entries, n, 1);
  return 0;
}
