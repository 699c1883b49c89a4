import { take } from "../forest/arena";
import { width } from "../forest/params";
import { limit, noteCut } from "./cuts";
import { allowed } from "./found";
import { giniOf } from "./impurity";
import { known, knownWeight, knownWhole } from "./knownSums";
import { maxExhaustive } from "./params";
import { cellAt, tallied } from "./tally";

// All divisions of a tally's levels by Gini's impurity, if weights are integers. Class weights c of levels are lanes of 16 bits, and
// only their products c·d are needed: Σl² of the levels on the left is the sum of all their products, and Σr² = Σt² - 2 t·l + Σl².
// From one division to the next a single level changes sides (a Gray code), but of levels 1 and 2, whose four ways are looked at
// together. Level 0 is always on the left. The sums are exact, and so the same as class by class.

/** Lanes are signed, and so are sums of squares. */
export const MOST_WEIGHT: f64 = 32767;
/** Classes beyond these are moved one by one: a level seldom has many of them. */
export const MOST_CLASSES: i32 = 32;
/** At least 3. */
const LEAST_LEVELS: i32 = 3;
/** What single precision may do to a score, and more. */
const MARGIN: f32 = 1.000002;

/** By level: its class weights (i16), `bytes` in all. */
let levels: usize = 0;
let bytes: usize = 0;
/** By level: its weight, and its products with itself and with all levels (i32 each). */
let weights: usize = 0;
let squared: usize = 0;
let wholes: usize = 0;
/** By level: its product with each level (i32), `rowBytes` in all; and with those on the left. */
let products: usize = 0;
let onLeft: usize = 0;
let rowBytes: usize = 0;

export function takePackedDivisions(): void {
  const most = <usize>max(4, min(maxExhaustive + 3, 32));
  levels = take((most * MOST_CLASSES) << 1);
  weights = take(most << 2);
  squared = take(most << 2);
  wholes = take(most << 2);
  products = take((most * most) << 2);
  onLeft = take(most << 2);
}

@inline
export function canPack(): bool {
  return tallied >= LEAST_LEVELS && width <= MOST_CLASSES && knownWeight <= MOST_WEIGHT;
}

/** All divisions of levels with so many classes are to be noted: the levels are then filled in. */
@inline
export function startPacking(classes: i32): void {
  bytes = ((<usize>classes + 7) >> 3) << 4;
}

/** The lanes of a level, all 0. */
@inline
export function clearLevel(level: i32): usize {
  const lanes = levels + <usize>level * bytes;
  for (let at: usize = 0; at < bytes; at += 16) v128.store(lanes + at, i16x8.splat(0));
  return lanes;
}

/** Its weight, and its products with itself and with all levels. */
@inline
export function measureLevel(level: i32, weight: i32, squares: i32, whole: i32): void {
  store<i32>(weights + (<usize>level << 2), weight);
  store<i32>(squared + (<usize>level << 2), squares);
  store<i32>(wholes + (<usize>level << 2), whole);
}

/** The tally's levels. */
export function packTally(): void {
  startPacking(width);
  for (let c = 0; c < tallied; c++) packCell(c, cellAt(c), clearLevel(c));
}

function packCell(level: i32, cell: usize, lanes: usize): void {
  let weight = 0;
  let squares = 0;
  let whole = 0;
  for (let k: usize = 0; k < <usize>width; k++) {
    const w = <i32>load<f64>(cell + (k << 3));
    store<i16>(lanes + (k << 1), <i16>w);
    weight += w;
    squares += w * w;
    whole += w * <i32>load<f64>(known + (k << 3));
  }
  measureLevel(level, weight, squares, whole);
}

@inline
function weightAt(level: u32): i32 {
  return load<i32>(weights + (<usize>level << 2));
}

@inline
function wholeAt(level: u32): i32 {
  return load<i32>(wholes + (<usize>level << 2));
}

@inline
function productAt(a: u32, b: u32): i32 {
  return load<i32>(products + <usize>a * rowBytes + (<usize>b << 2));
}

@inline
function squaresAt(level: u32): i32 {
  return load<i32>(squared + (<usize>level << 2));
}

/** The products of levels; returns Σt². */
function multiply(): i32 {
  rowBytes = ((<usize>tallied + 3) >> 2) << 4;
  let all = 0;
  for (let a: usize = 0; a < <usize>tallied; a++) {
    const row = products + a * rowBytes;
    store<i32>(row + (a << 2), squaresAt(<u32>a));
    all += wholeAt(<u32>a);
    for (let b = a + 1; b < <usize>tallied; b++) {
      const product = productOf(levels + a * bytes, levels + b * bytes);
      store<i32>(row + (b << 2), product);
      store<i32>(products + b * rowBytes + (a << 2), product);
    }
  }
  return all;
}

@inline
function productOf(a: usize, b: usize): i32 {
  let sums = i32x4.dot_i16x8_s(v128.load(a), v128.load(b));
  for (let at: usize = 16; at < bytes; at += 16)
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(a + at), v128.load(b + at)));
  const two = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** Of the levels on the left without 1 and 2: Σl², weight and t·l. */
let leftSquares: i32 = 0;
let leftWeight: i32 = 0;
let leftWhole: i32 = 0;

/** Notes the divisions that may be chosen, as bits of the levels on the left: see divisions.ts. */
export function notePacked(): void {
  if (tallied == 3) return noteThree();
  const all = multiply();
  leftSquares = productAt(0, 0);
  leftWeight = weightAt(0);
  leftWhole = wholeAt(0);
  for (let at: usize = 0; at < rowBytes; at += 16) v128.store(onLeft + at, v128.load(products + at));
  noteFour(1, all);
  const last: u32 = 1 << (<u32>tallied - 3);
  let mask: u32 = 1;
  for (let i: u32 = 1; i < last; i++) {
    const level = <u32>ctz(i) + 3;
    mask ^= 1 << level;
    move(level, <i32>((mask >> level) & 1));
    noteFour(mask, all);
  }
}

/** Of three levels one is alone on its side, so that no products of two are needed. */
function noteThree(): void {
  const all = wholeAt(0) + wholeAt(1) + wholeAt(2);
  for (let level: u32 = 0; level < 3; level++) {
    const weight = <f64>weightAt(level);
    const squares = <f64>squaresAt(level);
    const others = <f64>(all - 2 * wholeAt(level) + squaresAt(level));
    if (level == 0) noteHere(1, weight, squares, others);
    else noteHere(7 & ~(<u32>1 << level), knownWeight - weight, others, squares);
  }
}

/** A level goes left (1), or back (0). */
@inline
function move(level: u32, toLeft: i32): void {
  const sign = toLeft + toLeft - 1;
  leftSquares += sign * 2 * load<i32>(onLeft + (<usize>level << 2)) + productAt(level, level);
  leftWeight += sign * weightAt(level);
  leftWhole += sign * wholeAt(level);
  const signs = i32x4.splat(sign);
  const row = products + <usize>level * rowBytes;
  for (let at: usize = 0; at < rowBytes; at += 16)
    v128.store(onLeft + at, i32x4.add(v128.load(onLeft + at), i32x4.mul(v128.load(row + at), signs)));
}

/** For none, the first, the second and both of levels 1 and 2: sums that each adds to, besides what both have together. */
@inline
function ways(none: i32, first: i32, second: i32, both: i32): v128 {
  const one = i32x4.replace_lane(i32x4.splat(none), 1, none + first);
  return i32x4.replace_lane(i32x4.replace_lane(one, 2, none + second), 3, none + first + second + both);
}

/** The division whose levels on the left these are, and those with 1, 2 and both of them. */
@inline
function noteFour(mask: u32, all: i32): void {
  const first = 2 * load<i32>(onLeft, 4) + productAt(1, 1);
  const second = 2 * load<i32>(onLeft, 8) + productAt(2, 2);
  const squares = ways(leftSquares, first, second, 2 * productAt(1, 2));
  const lefts = ways(leftWeight, weightAt(1), weightAt(2), 0);
  const wholes = ways(leftWhole, wholeAt(1), wholeAt(2), 0);
  const others = i32x4.add(i32x4.sub(i32x4.splat(all), i32x4.add(wholes, wholes)), squares);
  const w = f32x4.convert_i32x4_s(lefts);
  const r = f32x4.sub(f32x4.splat(<f32>knownWeight), w);
  const score = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(squares), r), f32x4.mul(f32x4.convert_i32x4_s(others), w));
  const least = f32x4.splat(<f32>(limit - knownWhole + knownWeight));
  // Not less, rather than more: a limit may be infinite in single precision.
  const isLess = f32x4.lt(f32x4.mul(score, f32x4.splat(MARGIN)), f32x4.mul(least, f32x4.mul(w, r)));
  for (let near = ~i32x4.bitmask(isLess) & 15; near != 0; near &= near - 1) noteLane(mask, <u32>ctz(near), squares, others, lefts);
}

function noteLane(base: u32, lane: u32, squares: v128, others: v128, lefts: v128): void {
  const mask = base | (lane << 1);
  if (mask + 1 == <u32>1 << <u32>tallied) return;
  noteHere(mask, <f64>laneOf(lefts, lane), <f64>laneOf(squares, lane), <f64>laneOf(others, lane));
}

@inline
function laneOf(v: v128, lane: u32): i32 {
  const low = lane == 0 ? i32x4.extract_lane(v, 0) : i32x4.extract_lane(v, 1);
  const high = lane == 2 ? i32x4.extract_lane(v, 2) : i32x4.extract_lane(v, 3);
  return lane < 2 ? low : high;
}

/** As `cutHere` in scanSums.ts. */
@inline
function noteHere(mask: u32, weight: f64, squares: f64, others: f64): void {
  const rest = knownWeight - weight;
  const least = (limit - knownWhole + knownWeight) * (weight * rest);
  if (squares * rest + others * weight < least || !allowed(weight, knownWeight)) return;
  noteCut(mask, knownWhole - giniOf(weight, squares) - giniOf(rest, others), weight, 0, 0);
}
