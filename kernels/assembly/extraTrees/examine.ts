import { attributeCorner } from "../common/nodeRandom";
import { blockWords } from "./blocks";
import { addTest, attributeOf, boundOf, chosen, drawOf, endAttribute, isAllowed, nodeTotal, nodeWeight, rightsOf, rowsOf, startChoice } from "./choice";
import { BITS, hasGaps, kindOf, levelsOf, SCALED, WIDE } from "./column";
import { continueAt, cutBetweenKeys, drawLevels, drawnBound, drawnCut, drawNumber, drawThreshold, startDraws } from "./draw";
import { countTwo, onesOfSet, sumSet, weightOfSet } from "./mass";
import { drawsOf, isEnough, mustLook, nextAttribute, startOrder } from "./order";
import { isCounted, isEntropy, isTwo, width } from "./params";
import { findRange, high, levelsAt, low, startNode } from "./range";
import { anyBetween, findKnown, known, rights, sendAbove, sendLevels, sizeOf } from "./rights";
import { keyUpTo, surelyLeft } from "./scaled";
import { addBySums, gainOfTwo, knownSums, rightSums } from "./score";
import { drawRights, findLevels, sendWide } from "./wide";

// The tests drawn on a node's attributes, one after the other.

/** The levels of the current attribute that occur at the node. */
let present: u64 = 0;
/** Values of the current attribute are missing at the node; `knownSums` are those of the others. */
let isGapped: bool = false;

/**
 * A bit for each of the first 64 attributes that were found not to vary at the node, or at one above it: below, too, they
 * do not.
 */
export let fixed: u64 = 0;

/** Draws tests at a node; returns the record of the one to split by, or 0. */
export function examine(bits: usize, n: i32, key: u32, sums: usize, isFixed: u64): usize {
  fixed = isFixed;
  startChoice(sums);
  startOrder(key);
  startNode(bits);
  const corner = attributeCorner(key);
  let looked = 0;
  let varied = 0;
  for (let a = nextAttribute(); a >= 0; a = nextAttribute()) {
    looked += i32(mustLook(a));
    if (mayVary(a) && varies(a, bits)) {
      varied++;
      weighKnown(a, n, sums);
      startDraws(corner, a);
      for (let rest = drawsOf(a); rest > 0; rest--) addDrawn(a, bits, sums);
    } else fixed |= bitFor(a);
    if (endAttribute() || isEnough(varied, looked)) break;
  }
  return chosen();
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

/** Whether an attribute has two values or more at the node. */
@inline
function varies(a: i32, bits: usize): bool {
  if (kindOf(a) == WIDE) return findLevels(bits, a) > 1;
  if (kindOf(a) == BITS) {
    const found = levelsAt(a);
    const missing = <u64>1 << levelsOf(a);
    present = found & ~missing;
    isGapped = present != found;
    return (present & (present - 1)) != 0;
  }
  findRange(a);
  return low < high;
}

/** Sums the rows whose value is known, if some are not. */
@inline
function weighKnown(a: i32, n: i32, sums: usize): void {
  if (kindOf(a) != BITS) isGapped = hasGaps(a);
  if (isGapped) findKnown(a);
  isGapped = isGapped && sizeOf(known) != n;
  if (isGapped) sumSet(knownSums, known);
  else if (!(isTwo() && isCounted() && !isEntropy))
    for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(knownSums + k, load<f64>(sums + k));
}

/** Draws a test on an attribute that varies, and adds it. */
@inline
function addDrawn(a: i32, bits: usize, sums: usize): void {
  if (kindOf(a) == WIDE) {
    const draw = drawNumber();
    drawRights(a);
    sendWide(a, bits, rights);
    add(a, draw, 0, 0, 0, sums);
  } else if (kindOf(a) == BITS) {
    const right = drawLevels(present);
    sendLevels(a, right, rights);
    add(a, 0, 0, right, <i64>present, sums);
  } else {
    drawThreshold(a, low, high);
    let bound = drawnBound;
    if (kindOf(a) == SCALED && anyBetween(a, surelyLeft, bound)) bound = keyUpTo(a, cutBetweenKeys(a, low, high, drawnCut));
    sendAbove(a, bound, rights);
    add(a, 0, drawnCut, <u64>(<u32>low) | (<u64>(<u32>high) << 32), <i64>bound, sums);
  }
}

/** Adds the test that sends `rights` right. */
@inline
function add(a: i32, draw: u32, cut: f64, right: u64, bound: i64, sums: usize): void {
  if (isTwo() && isCounted() && !isEntropy && !isGapped) {
    countTwo(rights);
    if (!isAllowed(weightOfSet, nodeWeight)) return;
    const gain = gainOfTwo(weightOfSet, onesOfSet, sums);
    addTest(a, draw, gain, cut, weightOfSet, nodeWeight, onesOfSet, right, bound, nodeTotal, load<u64>(rights));
    return;
  }
  sumSet(rightSums, rights);
  addBySums(a, draw, cut, right, bound, load<u64>(rights));
}

/** Sends the rows right that the record's test does. */
@inline
export function sendAgain(record: usize, bits: usize, key: u32): void {
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
