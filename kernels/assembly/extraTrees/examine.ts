import { take } from "../common/bump";
import { attributeCorner } from "../common/nodeRandom";
import { addTest, attributeOf, chosen, drawOf, endAttribute, isAllowed, nodeTotal, nodeWeight, startChoice } from "./choice";
import { BITS, CELL_BITS, cellCount, kindOf, levelsOf, LOW_BITS, SCALED, WIDE } from "./column";
import { continueAt, cutBetweenKeys, drawLevels, drawnBound, drawnCut, drawNumber, drawThreshold, startDraws } from "./draw";
import { bitsOf, gatherLanes, highOf, laneCells, laneStep, lowOf, MOST_LANES, setLane } from "./lanes";
import { massAt } from "./mass";
import { drawsOf, isEnough, mustLook, nextAttribute, startOrder, stillWanted } from "./order";
import { isClasses, isEntropy, isTwo, tests, width } from "./params";
import { keyUpTo, surelyLeft } from "./scaled";
import { addBySums, gainOf, knownSums, rightSums, scoreTwo } from "./score";
import { anyBetween, boundAt, classWeightAt, joinLanes, maskAt, setTest, sumAt, TESTS, weigh, weightAt, weightsBytes } from "./weigh";
import { isMarked, markVarying, mayVary, takeVarying } from "./varying";
import { drawRights, findLevels, sumWide } from "./wide";

// The tests drawn on a node's attributes, a few at a time.

/** Up to this many rows idle lanes are filled, because the attributes wanted may not vary. */
const FEW_ROWS: i32 = 64;

/** By lane: the attribute (i32), and flags: the first, and the last test on it; the second cell of the lane before. */
let attributeOfLane: usize = 0;
let flagsOfLane: usize = 0;
const FIRST: i32 = 1;
const LAST: i32 = 2;
const SECOND: i32 = 4;
/** By lane: the threshold (f64), and the levels present, and those on the right (u64). */
let cuts: usize = 0;
let presents: usize = 0;
let rights: usize = 0;
/** By lane: the test drawn, and what it sends right; a test that sends all known values right, and what they weigh. */
let drawn: usize = 0;
let weighed: usize = 0;
let whole: usize = 0;
let weighedKnown: usize = 0;
/** A bit for each lane in which values are missing; and for each that has a second one. */
let gaps: i32 = 0;
let pairs: i32 = 0;
/** A bit for each lane of scaled values; and by lane, which of them are certainly on the left, as a test. */
let unsure: i32 = 0;
let unsureTests: usize = 0;
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
  attributeOfLane = take(32);
  flagsOfLane = take(32);
  cuts = take(64);
  presents = take(64);
  rights = take(64);
  drawn = take(TESTS);
  unsureTests = take(TESTS);
  weighed = take(weightsBytes());
  whole = take(TESTS);
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

@inline
function addToLane(lane: i32, a: i32, part: i32, flags: i32): void {
  store<i32>(attributeOfLane + (<usize>lane << 2), a);
  store<i32>(flagsOfLane + (<usize>lane << 2), flags);
  setLane(lane, a, part);
}

/** Gives lanes to the next tests; returns how many. */
@inline
function fillLanes(n: i32): i32 {
  fillings++;
  let wanted = stillWanted(varied, looked) + i32(isBegun);
  let lanes = 0;
  while (lanes < MOST_LANES && pending >= 0 && kindOf(pending) != WIDE) {
    if (!isBegun && --wanted < 0 && !(n <= FEW_ROWS && (lanes & 3) != 0)) break;
    const cells = cellCount(pending);
    if (lanes + cells > MOST_LANES) break;
    addToLane(lanes++, pending, 0, (isBegun ? 0 : FIRST) | (pendingDraws == 1 ? LAST : 0));
    if (cells > 1) addToLane(lanes++, pending, 1, SECOND);
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
    if (unsure != 0 && anyBetween(n, lanes, unsureTests, drawn)) settleCuts(lanes);
    if (gaps != 0) weigh(entries, n, lanes, whole, weighedKnown);
    weigh(entries, n, lanes, drawn, weighed);
    for (let rest = pairs; rest != 0; rest &= rest - 1) {
      joinLanes(weighed, ctz(rest));
      if (gaps != 0) joinLanes(weighedKnown, ctz(rest));
    }
    if (isTwo() && !isEntropy) for (let lane = 0; lane < lanes; lane += 2) scoreTwo(weighed, lane, sums);
  }
  for (let lane = 0; lane < lanes; lane++) {
    const flags = load<i32>(flagsOfLane + (<usize>lane << 2));
    const varies = ((varying >> lane) & 1) != 0;
    if ((flags & FIRST) != 0) {
      looked += i32(mustLook(load<i32>(attributeOfLane + (<usize>lane << 2))));
      varied += i32(varies);
    }
    if (varies) addLane(entries, n, lane, sums);
    if ((flags & LAST) != 0 && (endAttribute() || isEnough(varied, looked))) return true;
  }
  return false;
}

/** Draws the test of every lane; returns a bit for each that varies. */
@inline
function drawTests(lanes: i32, corner: u32): i32 {
  let varying = 0;
  gaps = 0;
  pairs = 0;
  unsure = 0;
  for (let lane = 0; lane < lanes; lane++) {
    const a = load<i32>(attributeOfLane + (<usize>lane << 2));
    const flags = load<i32>(flagsOfLane + (<usize>lane << 2));
    if (flags == SECOND) continue;
    if ((flags & FIRST) != 0) startDraws(corner, a);
    const varies = kindOf(a) == BITS ? drawSet(lane, a) : drawCut(lane, a);
    varying |= i32(varies) << lane;
  }
  return varying;
}

@inline
function drawSet(lane: i32, a: i32): bool {
  const isPair = cellCount(a) > 1;
  const missing = <u64>1 << levelsOf(a);
  const found = <u64>(<u32>bitsOf(lane)) | (isPair ? <u64>(<u32>bitsOf(lane + 1)) << CELL_BITS : 0);
  const present = found & ~missing;
  const varies = (present & (present - 1)) != 0;
  const right: u64 = varies ? drawLevels(present) : 0;
  setTest(drawn, lane, <i32>(right & LOW_BITS), 0);
  setTest(unsureTests, lane, <i32>(right & LOW_BITS), 0);
  setTest(whole, lane, <i32>(~missing & LOW_BITS), 0);
  if (isPair) {
    setTest(drawn, lane + 1, <i32>(right >> CELL_BITS), 0);
    setTest(unsureTests, lane + 1, <i32>(right >> CELL_BITS), 0);
    setTest(whole, lane + 1, <i32>((~missing >> CELL_BITS) & LOW_BITS), 0);
    pairs |= 1 << lane;
  }
  gaps |= i32(varies && present != found) << lane;
  store<u64>(presents + (<usize>lane << 3), present);
  store<u64>(rights + (<usize>lane << 3), right);
  return varies;
}

@inline
function drawCut(lane: i32, a: i32): bool {
  const low = lowOf(lane);
  const high = highOf(lane);
  const varies = low < high && low >= 0;
  if (varies) drawThreshold(a, low, high);
  setTest(drawn, lane, varies ? -1 : 0, varies ? drawnBound : 0);
  const isUnsure = varies && kindOf(a) == SCALED;
  setTest(unsureTests, lane, isUnsure ? -1 : 0, isUnsure ? surelyLeft : 0);
  unsure |= i32(isUnsure) << lane;
  setTest(whole, lane, -1, -1);
  if (varies && bitsOf(lane) < 0) gaps |= 1 << lane;
  store<f64>(cuts + (<usize>lane << 3), drawnCut);
  return varies;
}

/** Finds the exact thresholds of scaled values. */
function settleCuts(lanes: i32): void {
  for (let lane = 0; lane < lanes; lane++) {
    if (((unsure >> lane) & 1) == 0) continue;
    const a = load<i32>(attributeOfLane + (<usize>lane << 2));
    const cut = cutBetweenKeys(a, lowOf(lane), highOf(lane), load<f64>(cuts + (<usize>lane << 3)));
    setTest(drawn, lane, -1, keyUpTo(a, cut));
  }
}

/** Adds the test of a lane that varies. Its record's `draw` is the filling and the lane. */
@inline
function addLane(entries: usize, n: i32, lane: i32, sums: usize): void {
  const a = load<i32>(attributeOfLane + (<usize>lane << 2));
  const place = (fillings << 3) | <u32>lane;
  const isSet = kindOf(a) == BITS;
  const keys = <u64>(<u32>lowOf(lane)) | (<u64>(<u32>highOf(lane)) << 32);
  const right: u64 = isSet ? load<u64>(rights + (<usize>lane << 3)) : keys;
  const bound = isSet ? load<i64>(presents + (<usize>lane << 3)) : <i64>boundAt(drawn, lane);
  const cut = load<f64>(cuts + (<usize>lane << 3));
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
