import { xlog2x } from "../common/xlog2x";
import { twoingOf } from "../forest/classImpurity";
import { isClasses, width } from "../forest/params";
import { allowed, nodeWeight } from "./found";
import { enterThreshold, limit, noteCut, startCuts } from "./cuts";
import { giniOf, impurityOfClasses, momentOf } from "./impurity";
import { knownImpurity, knownWeight, knownWhole, left, right, startKnown, startSides } from "./knownSums";
import { classOf, weightOfMark } from "./mass";
import { bitUnit, criterion, ENTROPY, GINI, isWhole, TWOING } from "./params";
import { cellAt, tallied, talliedCode } from "./tally";

// The best threshold on an attribute, for any sums: the codes, or the rows in the order of their codes, go left one by one.

export let leftWeight: f64 = 0;
/** Σ w² on each side, or Σ w log2 w: exact only for Gini and integers, and not kept by other criteria. */
let leftSquares: f64 = 0;
let rightSquares: f64 = 0;
/** What rounding may do to sums of w log2 w, and to the gain made of them. */
let drift: f64 = 0;

/** Before the first row. */
export function startScan(sums: usize, moves: i32): void {
  startKnown(sums);
  restartScan();
  drift = criterion == ENTROPY ? bitUnit * <f64>(moves + 16) * 1e-15 * xlog2x(nodeWeight + 1) : 0;
}

/** All known rows on the right again. */
export function restartScan(): void {
  startSides();
  leftWeight = 0;
  leftSquares = 0;
  rightSquares = 0;
  if (!isClasses || !(criterion == ENTROPY || (criterion == GINI && isWhole))) return;
  const end = right + (<usize>width << 3);
  for (let at = right; at < end; at += 8) {
    const w = load<f64>(at);
    rightSquares += criterion == GINI ? w * w : xlog2x(w);
  }
}

/** Weight w of class k goes left. */
@inline
export function moveClass(k: usize, w: f64): void {
  const toLeft = left + (k << 3);
  const toRight = right + (k << 3);
  const l = load<f64>(toLeft);
  const r = load<f64>(toRight);
  store<f64>(toLeft, l + w);
  store<f64>(toRight, r - w);
  leftWeight += w;
  if (criterion == GINI) {
    leftSquares += w * (l + l + w);
    rightSquares -= w * (r + r - w);
  } else if (criterion == ENTROPY) {
    leftSquares += xlog2x(l + w) - xlog2x(l);
    rightSquares += xlog2x(r - w) - xlog2x(r);
  }
}

/** A cell of a tally goes left. */
export function moveCellLeft(cell: usize): void {
  if (isClasses) {
    for (let k: usize = 0; k < <usize>width; k++) {
      const w = load<f64>(cell + (k << 3));
      if (w > 0) moveClass(k, w);
    }
    return;
  }
  const w = load<f64>(cell);
  const u = load<f64>(cell, 8);
  store<f64>(left, load<f64>(left) + w);
  store<f64>(left, load<f64>(left, 8) + u, 8);
  store<f64>(right, load<f64>(right) - w);
  store<f64>(right, load<f64>(right, 8) - u, 8);
  leftWeight += w;
}

/** The gain of what is on the left, by the learner's operations. */
export function gainOfSides(): f64 {
  if (!isClasses)
    return knownWhole - momentOf(load<f64>(left), load<f64>(left, 8)) - momentOf(load<f64>(right), load<f64>(right, 8));
  if (criterion == GINI && isWhole)
    return knownWhole - giniOf(leftWeight, leftSquares) - giniOf(knownWeight - leftWeight, rightSquares);
  if (criterion == TWOING) return twoingOf(left, right);
  return knownWhole - impurityOfClasses(left) - impurityOfClasses(right);
}

/** Notes the cut between two codes, if it may be chosen. */
@inline
export function cutHere(place: i32, low: u32, high: u32): void {
  const rest = knownWeight - leftWeight;
  if (isClasses) {
    if (criterion == ENTROPY) {
      const about = knownWhole - bitUnit * (xlog2x(leftWeight) - leftSquares + xlog2x(rest) - rightSquares);
      if (about < limit - drift) return;
    } else if (criterion == GINI && isWhole) {
      const least = (limit - knownWhole + knownWeight) * (leftWeight * rest);
      // Rounding of the products is far below `noise` times them.
      if (leftSquares * rest + rightSquares * leftWeight < least) return;
    }
  }
  if (!allowed(leftWeight, knownWeight)) return;
  noteCut(place, gainOfSides(), leftWeight, low, high);
}

/** From a tally. True if the test leaves no impurity. */
export function thresholdOfTally(a: i32, sums: usize): bool {
  startScan(sums, tallied * width);
  startCuts();
  const last = tallied - 1;
  for (let i = 0; i < last; i++) {
    moveCellLeft(cellAt(i));
    cutHere(i, talliedCode(i), talliedCode(i + 1));
  }
  return enterThreshold(a, knownWeight, knownImpurity());
}

/**
 * From marks in ascending order of their codes (u64 each: code << 32 | mark), which refer to these masses and classes. True
 * if the test leaves no impurity.
 */
export function thresholdOfRows(a: i32, sums: usize, sorted: usize, n: i32, mass: usize, classes: usize): bool {
  startScan(sums, n);
  startCuts();
  const last = sorted + (<usize>n << 3) - 8;
  for (let at = sorted; at < last; at += 8) {
    const mark = load<u32>(at);
    moveClass(classOf(mark, classes), weightOfMark(mark, mass));
    const low = load<u32>(at, 4);
    const high = load<u32>(at, 12);
    if (low != high) cutHere(0, low, high);
  }
  return enterThreshold(a, knownWeight, knownImpurity());
}
