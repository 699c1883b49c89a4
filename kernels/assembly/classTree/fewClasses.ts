import { MIDDLE, WIDE } from "./lists";
import { laneOf, lookAtMiddle, lookAtWide, prepare, setState } from "./manyClasses";
import { count } from "./node";
import { least, squares, weight } from "./search";

// Scans for up to four classes, with or without weights. A block's class weights are summed first. The gain is convex in
// the class weights on the left, so within a block it is greatest where some classes have moved completely and the others
// not at all: a block of which no such corner reaches the required gain is skipped.

export const FEW: i32 = 4;
const BLOCK: i32 = 32;

/** By class: the weight on the left and on the right before the block. */
let left0: f64 = 0;
let left1: f64 = 0;
let left2: f64 = 0;
let left3: f64 = 0;
let right0: f64 = 0;
let right1: f64 = 0;
let right2: f64 = 0;
let right3: f64 = 0;

@inline
function total(counts: usize, c: i32, classes: i32): f64 {
  return c < classes ? <f64>count(counts, c) : 0;
}

/** The increase of the left side's sum of squares, and the decrease of the right side's, when this weight moves. */
@inline
function growth(left: f64, n: f64): f64 {
  return n * (2 * left + n);
}

@inline
function loss(right: f64, n: f64): f64 {
  return n * (2 * right - n);
}

/** Two cuts: the sums of squares of their left and right sides, and the left sides' weights. */
@inline
function reach(l2: v128, r2: v128, l: v128, whole: v128, wanted: v128): v128 {
  const r = f64x2.sub(whole, l);
  return f64x2.gt(f64x2.add(f64x2.mul(l2, r), f64x2.mul(r2, l)), f64x2.mul(wanted, f64x2.mul(l, r)));
}

@inline
function pairOf(low: f64, high: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(low), 1, high);
}

/** Whether a corner of the block reaches the required gain; l2 and r2 are the sums of squares before it, and l its weight. */
@inline
function reachesCorner(n0: f64, n1: f64, n2: f64, n3: f64, l2: f64, r2: f64, l: f64, wanted: f64): bool {
  const w = f64x2.splat(wanted);
  const whole = f64x2.splat(<f64>weight);
  // In the lanes: class 0 stays, or moves.
  const a2 = pairOf(l2, l2 + growth(left0, n0));
  const b2 = pairOf(r2, r2 - loss(right0, n0));
  const a = pairOf(l, l + n0);
  const g1 = f64x2.splat(growth(left1, n1));
  const s1 = f64x2.splat(loss(right1, n1));
  const c2 = f64x2.add(a2, g1);
  const d2 = f64x2.sub(b2, s1);
  const c = f64x2.add(a, f64x2.splat(n1));
  let found = v128.or(reach(a2, b2, a, whole, w), reach(c2, d2, c, whole, w));
  if (n2 != 0) {
    const g = f64x2.splat(growth(left2, n2));
    const s = f64x2.splat(loss(right2, n2));
    const n = f64x2.splat(n2);
    found = v128.or(found, reach(f64x2.add(a2, g), f64x2.sub(b2, s), f64x2.add(a, n), whole, w));
    found = v128.or(found, reach(f64x2.add(c2, g), f64x2.sub(d2, s), f64x2.add(c, n), whole, w));
  }
  if (v128.any_true(found) || n3 == 0) return v128.any_true(found);
  return reachesCorner3(n0, n1, n2, l2 + growth(left3, n3), r2 - loss(right3, n3), l + n3, wanted);
}

/** The corners to which class 3 has moved. */
function reachesCorner3(n0: f64, n1: f64, n2: f64, l2: f64, r2: f64, l: f64, wanted: f64): bool {
  const rest = <f64>weight;
  for (let corner = 0; corner < 8; corner++) {
    const m0 = corner & 1 ? n0 : 0;
    const m1 = corner & 2 ? n1 : 0;
    const m2 = corner & 4 ? n2 : 0;
    const a2 = l2 + growth(left0, m0) + growth(left1, m1) + growth(left2, m2);
    const b2 = r2 - loss(right0, m0) - loss(right1, m1) - loss(right2, m2);
    const a = l + m0 + m1 + m2;
    if (a2 * (rest - a) + b2 * a > wanted * (a * (rest - a))) return true;
  }
  return false;
}

@inline
function setStates(width: i32, classes: i32): void {
  setState(width, 0, left0, right0);
  setState(width, 1, left1, right1);
  if (classes > 2) setState(width, 2, left2, right2);
  if (classes > 3) setState(width, 3, left3, right3);
}

/** The class weights of entries [from, end), sixteen bits each. */
@inline
function lanesOf(width: i32, list: usize, from: i32, end: i32): u64 {
  let sum: u64 = 0;
  let i = from;
  for (; i + 3 < end; i += 4) {
    const two = laneOf(width, list, i) + laneOf(width, list, i + 1);
    sum += two + (laneOf(width, list, i + 2) + laneOf(width, list, i + 3));
  }
  for (; i < end; i++) sum += laneOf(width, list, i);
  return sum;
}

@inline
function scanFew(width: i32, list: usize, m: i32, counts: usize, classes: i32, column: usize): void {
  prepare(counts, classes);
  left0 = left1 = left2 = left3 = 0;
  right0 = total(counts, 0, classes);
  right1 = total(counts, 1, classes);
  right2 = total(counts, 2, classes);
  right3 = total(counts, 3, classes);
  const base = squares / <f64>weight;
  let l: f64 = 0;
  let l2: f64 = 0;
  let r2 = squares;
  for (let i = 0; i < m; i += BLOCK) {
    const end = min(m, i + BLOCK);
    const lanes = lanesOf(width, list, i, end);
    const n0 = <f64>(<i32>lanes & 0xffff);
    const n1 = <f64>(<i32>(lanes >> 16) & 0xffff);
    const n2 = <f64>(<i32>(lanes >> 32) & 0xffff);
    const n3 = <f64>(<i32>(lanes >> 48) & 0xffff);
    if (reachesCorner(n0, n1, n2, n3, l2, r2, l, least + base)) {
      setStates(width, classes);
      const shrunk = <i64>(squares - r2);
      if (width == WIDE) lookAtWide(list, column, i, end, <i32>l, <i64>l2, shrunk);
      else lookAtMiddle(list, column, i, end, <i32>l, <i64>l2, shrunk);
    }
    l2 += growth(left0, n0) + growth(left1, n1) + growth(left2, n2) + growth(left3, n3);
    r2 -= loss(right0, n0) + loss(right1, n1) + loss(right2, n2) + loss(right3, n3);
    l += n0 + n1 + n2 + n3;
    left0 += n0;
    left1 += n1;
    left2 += n2;
    left3 += n3;
    right0 -= n0;
    right1 -= n1;
    right2 -= n2;
    right3 -= n3;
  }
}

export function scanFewWide(list: usize, m: i32, counts: usize, classes: i32, column: usize): void {
  scanFew(WIDE, list, m, counts, classes, column);
}

export function scanFewMiddle(list: usize, m: i32, counts: usize, classes: i32, column: usize): void {
  scanFew(MIDDLE, list, m, counts, classes, column);
}
