import { take } from "../common/bump";
import { attributeCorner } from "../common/nodeRandom";
import { addTest, attributeOf, chosen, drawOf, endAttribute, isAllowed, nodeTotal, nodeWeight, startChoice } from "./choice";
import { BITS, cellCount, kindOf, WIDE } from "./column";
import { continueAt, drawNumber, startDraws } from "./draw";
import { gatherLanes, highOf, laneCells, laneStep, lowOf, MOST_LANES, setLane } from "./lanes";
import {
  addToLanes,
  drawn,
  drawTests,
  FIRST,
  gaps,
  laneAttribute,
  laneCut,
  laneFlags,
  lanePresent,
  laneRights,
  LAST,
  pairs,
  perhapsRight,
  settleCuts,
  takeLaneTests,
  unsure,
  whole,
} from "./laneTests";
import { massAt } from "./mass";
import { drawsOf, isEnough, mustLook, nextAttribute, startOrder, stillWanted } from "./order";
import { isClasses, isEntropy, isTwo, tests, width } from "./params";
import { addBySums, gainOf, knownSums, rightSums, scoreTwo } from "./score";
import { isMarked, markVarying, mayVary, takeVarying } from "./varying";
import { anyBetween, boundAt, classWeightAt, joinLanes, maskAt, sumAt, weigh, weightAt, weightsBytes } from "./weigh";
import { drawRights, findLevels, sumWide } from "./wide";

// The tests drawn on a node's attributes, a few at a time.

/** Up to this many rows idle lanes are filled, because the attributes wanted may not vary. */
const FEW_ROWS: i32 = 64;

/** By lane: what the tests drawn send right, and what all rows with known values weigh. */
let weighed: usize = 0;
let weighedKnown: usize = 0;
/** The next attribute, with tests still to be drawn on it; -1 after the last. */
let pending: i32 = 0;
let pendingDraws: i32 = 0;
let isBegun: bool = false;
/** Attributes examined at the node, and those of them that vary. */
let looked: i32 = 0;
let varied: i32 = 0;
/** How often lanes were filled at the node. */
let fillings: u32 = 0;

export function takeExamination(): void {
  takeVarying();
  takeLaneTests();
  weighed = take(weightsBytes());
  weighedKnown = take(weightsBytes());
}

/** Draws tests at a node; returns the record of the one to split by, or 0. */
export function examine(entries: usize, n: i32, key: u32, sums: usize): usize {
  startChoice(sums);
  markVarying(entries, n);
  startOrder(key, isMarked);
  const corner = attributeCorner(key);
  looked = 0;
  varied = 0;
  fillings = 0;
  nextPending();
  while (pending >= 0) {
    if (kindOf(pending) == WIDE) {
      if (examineWide(entries, n, corner)) break;
    } else if (examineLanes(entries, n, fillLanes(n), corner, sums)) break;
  }
  return chosen();
}

@inline
function nextPending(): void {
  pending = nextAttribute();
  // What is listed may vary.
  while (tests > 0 && isMarked && pending >= 0 && !mayVary(pending)) {
    looked += i32(mustLook(pending));
    pending = nextAttribute();
  }
  isBegun = false;
  if (pending >= 0) pendingDraws = drawsOf(pending);
}

/** Gives lanes to the next tests; returns how many. */
@inline
function fillLanes(n: i32): i32 {
  fillings++;
  let wanted = stillWanted(varied, looked) + i32(isBegun);
  let lanes = 0;
  while (lanes < MOST_LANES && pending >= 0 && kindOf(pending) != WIDE) {
    if (!isBegun && --wanted < 0 && !(n <= FEW_ROWS && (lanes & 3) != 0)) break;
    if (lanes + cellCount(pending) > MOST_LANES) break;
    lanes += addToLanes(lanes, pending, (isBegun ? 0 : FIRST) | (pendingDraws == 1 ? LAST : 0));
    isBegun = true;
    if (--pendingDraws == 0) nextPending();
  }
  return lanes;
}

/** True when the node needs no more tests. */
@inline
function examineLanes(entries: usize, n: i32, lanes: i32, corner: u32, sums: usize): bool {
  gatherLanes(entries, n, lanes);
  const varying = drawTests(lanes, corner);
  if (varying != 0) {
    if (unsure != 0 && anyBetween(n, lanes, perhapsRight, drawn)) settleCuts(lanes);
    if (gaps != 0) weigh(entries, n, lanes, whole, weighedKnown);
    weigh(entries, n, lanes, drawn, weighed);
    for (let rest = pairs; rest != 0; rest &= rest - 1) {
      joinLanes(weighed, ctz(rest));
      if (gaps != 0) joinLanes(weighedKnown, ctz(rest));
    }
    if (isTwo() && !isEntropy) for (let lane = 0; lane < lanes; lane += 2) scoreTwo(weighed, lane, sums);
  }
  for (let lane = 0; lane < lanes; lane++) {
    const flags = laneFlags(lane);
    const varies = ((varying >> lane) & 1) != 0;
    if ((flags & FIRST) != 0) {
      looked += i32(mustLook(laneAttribute(lane)));
      varied += i32(varies);
    }
    if (varies) addLane(entries, n, lane, sums);
    if ((flags & LAST) != 0 && (endAttribute() || isEnough(varied, looked))) return true;
  }
  return false;
}

/** Adds the test of a lane that varies. Its record's `draw` is the filling and the lane. */
@inline
function addLane(entries: usize, n: i32, lane: i32, sums: usize): void {
  const a = laneAttribute(lane);
  const place = (fillings << 3) | <u32>lane;
  const isSet = kindOf(a) == BITS;
  const keys = <u64>(<u32>lowOf(lane)) | (<u64>(<u32>highOf(lane)) << 32);
  const right: u64 = isSet ? laneRights(lane) : keys;
  const bound = isSet ? lanePresent(lane) : <i64>boundAt(drawn, lane);
  const cut = laneCut(lane);
  const isGapped = ((gaps >> lane) & 1) != 0;
  if (isTwo() && !isEntropy && !isGapped) {
    const weight = weightAt(weighed, lane);
    if (!isAllowed(weight, nodeWeight)) return;
    addTest(a, place, gainOf(lane), cut, weight, nodeWeight, sumAt(weighed, lane), right, bound, nodeTotal);
    return;
  }
  laySums(rightSums, weighed, lane);
  if (!isGapped) for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(knownSums + k, load<f64>(sums + k));
  else {
    laySums(knownSums, weighedKnown, lane);
    if (!isClasses) store<f64>(knownSums, knownSquares(entries, n, lane), 16);
  }
  addBySums(a, place, cut, right, bound);
}

/** What a lane weighs, as sums; of a numeric target without Σu². */
function laySums(to: usize, from: usize, lane: i32): void {
  if (isClasses && !isTwo()) {
    for (let k = 0; k < width; k++) store<f64>(to + (<usize>k << 3), classWeightAt(from, k, lane));
    return;
  }
  const sum = sumAt(from, lane);
  store<f64>(to, isTwo() ? weightAt(from, lane) - sum : weightAt(from, lane));
  store<f64>(to, sum, 8);
}

/** Of a numeric target: Σ weight·u² of the entries with known values. */
function knownSquares(entries: usize, n: i32, lane: i32): f64 {
  const bound = boundAt(whole, lane);
  const mask = maskAt(whole, lane);
  const second = ((pairs >> lane) & 1) != 0 ? maskAt(whole, lane + 1) : 0;
  let sum: f64 = 0;
  let cell = laneCells + (<usize>lane << 2);
  for (let at = entries; at < entries + (<usize>n << 3); at += 8, cell += laneStep)
    if (((load<i32>(cell) & mask) | (load<i32>(cell, 4) & second)) > bound) sum += load<f64>(massAt(at), 16);
  return sum;
}

/** The tests on the pending attribute, which has many levels. True when the node needs no more. */
function examineWide(entries: usize, n: i32, corner: u32): bool {
  const a = pending;
  const varies = findLevels(entries, n, a) > 1;
  looked += i32(mustLook(a));
  varied += i32(varies);
  startDraws(corner, a);
  for (let i = 0; varies && i < pendingDraws; i++) {
    const draw = drawNumber();
    drawRights(a);
    sumWide(entries, n, a);
    addBySums(a, draw, 0, 0, 0);
  }
  nextPending();
  return endAttribute() || isEnough(varied, looked);
}

/** Draws the levels of the record's test again. */
export function redrawWide(record: usize, entries: usize, n: i32, key: u32): void {
  const a = attributeOf(record);
  findLevels(entries, n, a);
  startDraws(attributeCorner(key), a);
  continueAt(drawOf(record));
  drawRights(a);
}

/** The lane with the cells of the record's attribute; if others have replaced them, they are gathered again. */
export function laneOf(record: usize, entries: usize, n: i32): i32 {
  const place = drawOf(record);
  if (place >> 3 == fillings) return <i32>place & 7;
  const a = attributeOf(record);
  setLane(0, a, 0);
  if (cellCount(a) > 1) setLane(1, a, 1);
  gatherLanes(entries, n, cellCount(a));
  return 0;
}
