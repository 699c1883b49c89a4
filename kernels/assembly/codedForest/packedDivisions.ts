import { take } from "../forest/arena";
import { width } from "../forest/params";
import { limit, noteCut } from "./cuts";
import { allowed } from "./found";
import { giniOf, weightOf } from "./impurity";
import { known, knownWeight, knownWhole } from "./knownSums";
import { maxExhaustive } from "./params";
import { cellAt, tallied } from "./tally";

// All divisions of a tally's levels by Gini's impurity, if weights are integers: class weights are lanes of 16 bits, so a level
// changes sides, and squares are added up, for eight classes at once. The sums are exact, and so the same as one by one.

/** Lanes are signed. */
export const MOST_WEIGHT: f64 = 32767;
/** Classes beyond these are moved one by one: a level seldom has many of them. */
export const MOST_CLASSES: i32 = 32;
/** Levels below which it takes longer to pack them. */
const LEAST_LEVELS: i32 = 4;

/** By level: its class weights (i16), `bytes` in all; and its weight (f64). */
let levels: usize = 0;
let weights: usize = 0;
/** Class weights (i16) in all, and on the left. */
export let total: usize = 0;
let left: usize = 0;
let bytes: usize = 0;

export function takePackedDivisions(): void {
  const most = <usize>max(0, min(maxExhaustive, 32));
  levels = take((most * MOST_CLASSES) << 1);
  weights = take(most << 3);
  total = take(MOST_CLASSES << 1);
  left = take(MOST_CLASSES << 1);
}

@inline
export function canPack(): bool {
  return tallied >= LEAST_LEVELS && width <= MOST_CLASSES && knownWeight <= MOST_WEIGHT;
}

/** All divisions of so many levels with so many classes are to be noted: `total` and the levels are then filled in. */
@inline
export function startPacking(classes: i32): void {
  bytes = ((<usize>classes + 7) >> 3) << 4;
}

@inline
export function clearLanes(lanes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) v128.store(lanes + at, i16x8.splat(0));
}

@inline
export function packedLevel(level: i32): usize {
  return levels + <usize>level * bytes;
}

@inline
export function setLevelWeight(level: i32, weight: f64): void {
  store<f64>(weights + (<usize>level << 3), weight);
}

/** The tally's levels. */
export function packTally(): void {
  startPacking(width);
  packTo(total, known);
  for (let c = 0; c < tallied; c++) {
    packTo(packedLevel(c), cellAt(c));
    setLevelWeight(c, weightOf(cellAt(c)));
  }
}

/** Notes the divisions that may be chosen, as bits of the levels on the left: see divisions.ts. */
export function notePacked(): void {
  clearLanes(left);
  let leftWeight = move(0, 1);
  noteHere(1, leftWeight);
  const last: u32 = 1 << (<u32>tallied - 1);
  let mask: u32 = 1;
  for (let i: u32 = 1; i < last; i++) {
    const level = ctz(i) + 1;
    mask ^= 1 << level;
    leftWeight += move(level, (mask >> level) & 1);
    if (mask + 1 != last << 1) noteHere(mask, leftWeight);
  }
}

function packTo(lanes: usize, cells: usize): void {
  for (let k: usize = 0; k < bytes >> 1; k++)
    store<i16>(lanes + (k << 1), k < <usize>width ? <i16>load<f64>(cells + (k << 3)) : 0);
}

let leftSquares: f64 = 0;
let rightSquares: f64 = 0;

/** A level goes left (1), or back (0): sets the sums of squares, and returns by how much the weight on the left grows. */
@inline
function move(level: u32, toLeft: u32): f64 {
  const sign = i16x8.splat(<i16>(toLeft - 1));
  const from = packedLevel(level);
  let leftSums = i32x4.splat(0);
  let rightSums = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    // All ones if it goes back: then the sum is the difference.
    const moved = i16x8.sub(v128.xor(v128.load(from + at), sign), sign);
    const l = i16x8.add(v128.load(left + at), moved);
    const r = i16x8.sub(v128.load(total + at), l);
    v128.store(left + at, l);
    leftSums = i32x4.add(leftSums, i32x4.dot_i16x8_s(l, l));
    rightSums = i32x4.add(rightSums, i32x4.dot_i16x8_s(r, r));
  }
  leftSquares = <f64>sumOf(leftSums);
  rightSquares = <f64>sumOf(rightSums);
  const weight = load<f64>(weights + (<usize>level << 3));
  return toLeft ? weight : -weight;
}

@inline
function sumOf(v: v128): i32 {
  const two = i32x4.add(v, i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** As `cutHere` in scanSums.ts. */
@inline
function noteHere(mask: u32, leftWeight: f64): void {
  const rest = knownWeight - leftWeight;
  const least = (limit - knownWhole + knownWeight) * (leftWeight * rest);
  if (leftSquares * rest + rightSquares * leftWeight < least || !allowed(leftWeight, knownWeight)) return;
  noteCut(mask, knownWhole - giniOf(leftWeight, leftSquares) - giniOf(rest, rightSquares), leftWeight, 0, 0);
}
