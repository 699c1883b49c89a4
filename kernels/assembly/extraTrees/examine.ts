import { attributeCorner } from "../common/nodeRandom";
import { blockWords } from "./blocks";
import {
  addTest,
  attributeOf,
  boundOf,
  chosen,
  drawOf,
  endAttribute,
  isAllowed,
  nodeTotal,
  nodeWeight,
  rightsOf,
  rowsOf,
  startChoice,
} from "./choice";
import { BITS, BYTES, hasGaps, kindOf, levelsOf, PAIRS, SCALED, SETS, wayOf, WIDE, WORDS } from "./column";
import {
  continueAt,
  cutBetweenKeys,
  drawLevels,
  drawnBound,
  drawnCut,
  drawNumber,
  drawThreshold,
  startDraws,
} from "./draw";
import { countTwo, isByPlanes, onesOfSet, sumSet, weightOfSet } from "./mass";
import { drawsOf, isEnough, mustLook, nextAttribute, startOrder } from "./order";
import { width } from "../forest/params";
import { criterion, GINI, giniOf } from "../forest/classImpurity";
import { isCounted, isTwo } from "./params";
import { countPart, squaresOfPart, squaresOfRest, weightOfPart } from "./planes";
import { findRange, high, levelsAt, low, startNode } from "./range";
import { anyBetween, findKnown, known, rights, sendAbove, sendLevels, sizeOf } from "./rights";
import { keyUpTo, surelyLeft } from "./scaled";
import { addBySums, gainOfTwo, knownSums, rightSums } from "./score";
import { drawRights, findLevels, sendWide } from "./wide";

// The tests drawn on a node's attributes, one after the other.

/** Values of the current attribute are missing at the node; `knownSums` are those of the others. */
let isGapped: bool = false;

/**
 * A bit for each of the first 64 attributes that were found not to vary at the node, or at one above it: below, too, they
 * do not.
 */
export let fixed: u64 = 0;

/** The node: its rows, their number, and their sums. */
let bits: usize = 0;
let n: i32 = 0;
let sums: usize = 0;
let corner: u32 = 0;

/** Draws tests at a node; returns the record of the one to split by, or 0. */
export function examine(set: usize, size: i32, key: u32, own: usize, isFixed: u64): usize {
  fixed = isFixed;
  bits = set;
  n = size;
  sums = own;
  startChoice(sums);
  startOrder(key);
  startNode(bits);
  corner = attributeCorner(key);
  let looked = 0;
  let varied = 0;
  for (let a = nextAttribute(); a >= 0; a = nextAttribute()) {
    looked += i32(mustLook(a));
    if (mayVary(a) && examineOne(a)) varied++;
    else fixed |= bitFor(a);
    if (endAttribute() || isEnough(varied, looked)) break;
  }
  return chosen();
}

/** Adds the tests on an attribute; false if it has not two values at the node. */
@inline
function examineOne(a: i32): bool {
  switch (wayOf(a)) {
    case BYTES:
      findRange<u8>(a);
      return addCuts(a);
    case PAIRS:
      findRange<u16>(a);
      return addCuts(a);
    case WORDS:
      findRange<u32>(a);
      return addCuts(a);
    case SETS:
      return addSets(a);
    default:
      return addWide(a);
  }
}

/** The attribute's bit in `fixed`; 0 if it has none. */
@inline
function bitFor(a: i32): u64 {
  return a < 64 ? <u64>1 << <u64>a : 0;
}

@inline
function mayVary(a: i32): bool {
  return (fixed & bitFor(a)) == 0;
}

function addCuts(a: i32): bool {
  if (low >= high) return false;
  weighKnown(a, hasGaps(a));
  startDraws(corner, a);
  const keys = <u64>(<u32>low) | (<u64>(<u32>high) << 32);
  for (let rest = drawsOf(a); rest > 0; rest--) {
    drawThreshold(a, low, high);
    let bound = drawnBound;
    if (kindOf(a) == SCALED && anyBetween(a, surelyLeft, bound)) bound = keyUpTo(a, cutBetweenKeys(a, low, high, drawnCut));
    sendAbove(a, bound, rights);
    add(a, 0, drawnCut, keys, <i64>bound);
  }
  return true;
}

/** Of an attribute with few levels. */
function addSets(a: i32): bool {
  const found = levelsAt(a);
  const present = found & ~(<u64>1 << levelsOf(a));
  if ((present & (present - 1)) == 0) return false;
  weighKnown(a, present != found);
  startDraws(corner, a);
  for (let rest = drawsOf(a); rest > 0; rest--) {
    const right = drawLevels(present);
    sendLevels(a, right, rights);
    add(a, 0, 0, right, <i64>present);
  }
  return true;
}

/** Of an attribute with many levels. */
function addWide(a: i32): bool {
  if (findLevels(bits, a) < 2) return false;
  weighKnown(a, hasGaps(a));
  startDraws(corner, a);
  for (let rest = drawsOf(a); rest > 0; rest--) {
    const draw = drawNumber();
    drawRights(a);
    sendWide(a, bits, rights);
    add(a, draw, 0, 0, 0);
  }
  return true;
}

/** Sums the rows whose value is known, if some may not be. */
@inline
function weighKnown(a: i32, mayMiss: bool): void {
  isGapped = mayMiss && missesSome(a);
  if (isGapped) sumSet(knownSums, known);
  else if (!(isTwo() && isCounted() && criterion == GINI) && !isByPlanes())
    for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(knownSums + k, load<f64>(sums + k));
}

function missesSome(a: i32): bool {
  findKnown(a);
  return sizeOf(known) != n;
}

/** Adds the test that sends `rights` right. */
function add(a: i32, draw: u32, cut: f64, right: u64, bound: i64): void {
  if (isTwo() && isCounted() && criterion == GINI && !isGapped) {
    countTwo(rights);
    if (!isAllowed(weightOfSet, nodeWeight)) return;
    const gain = gainOfTwo(weightOfSet, onesOfSet, sums);
    addTest(a, draw, gain, cut, weightOfSet, nodeWeight, onesOfSet, right, bound, nodeTotal, load<u64>(rights));
    return;
  }
  if (isByPlanes() && !isGapped) return addByPlanes(a, draw, cut, right, bound);
  sumSet(rightSums, rights);
  addBySums(a, draw, cut, right, bound, load<u64>(rights));
}

function addByPlanes(a: i32, draw: u32, cut: f64, right: u64, bound: i64): void {
  countPart(rights, sums);
  const weight = <f64>weightOfPart;
  if (!isAllowed(weight, nodeWeight)) return;
  const gain = nodeTotal - giniOf(nodeWeight - weight, <f64>squaresOfRest) - giniOf(weight, <f64>squaresOfPart);
  addTest(a, draw, gain, cut, weight, nodeWeight, 0, right, bound, nodeTotal, load<u64>(rights));
}

/** Sends the rows right that the record's test does. */
@inline
export function sendAgain(record: usize, key: u32): void {
  const a = attributeOf(record);
  if (kindOf(a) == WIDE) {
    findLevels(bits, a);
    startDraws(attributeCorner(key), a);
    continueAt(drawOf(record));
    drawRights(a);
    sendWide(a, bits, rights);
  } else if (blockWords == 1) store<u64>(rights, rowsOf(record));
  else if (kindOf(a) == BITS) sendLevels(a, rightsOf(record), rights);
  else sendAbove(a, <i32>boundOf(record), rights);
}
