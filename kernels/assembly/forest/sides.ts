import { take } from "./arena";
import { isTwo } from "./mass";
import { cellShift, mostLanes, nodeCells, nodeStep } from "./nodeCells";
import { isClasses, isWide, width } from "./params";

// The weight of the rows whose cells are at most a bound, for all lanes at once. Missing values never are; a bound of
// Infinity includes all known ones.

/** By lane: the bound, in the format of the cells. */
let bounds: usize = 0;
/** By lane (u32): the weight, and that of class 1. For more classes: by class and lane, the weight. */
let weights: usize = 0;
let ones: usize = 0;
let knownWeights: usize = 0;
let knownOnes: usize = 0;

/** Rows after which sums of two bytes may overflow: weights have one byte. */
const FULL: usize = 256 << 3;

@inline
function tableBytes(): usize {
  return isTwo() || !isClasses ? 32 : <usize>width << 5;
}

export function takeSides(): void {
  bounds = take(64);
  weights = take(tableBytes());
  ones = take(32);
  knownWeights = take(tableBytes());
  knownOnes = take(32);
}

/** Bounds that all known cells are below. */
export function setNoBounds(): void {
  const none = isWide ? f64x2.splat(Infinity) : f32x4.splat(Infinity);
  for (let at = bounds; at < bounds + 64; at += 16) v128.store(at, none);
}

/** The bounds of four lanes, from lane 0 or 4, at these cuts. */
@inline
export function setBounds(lane: i32, two: v128, more: v128): void {
  if (isWide) {
    v128.store(bounds + (<usize>lane << 3), two);
    v128.store(bounds + (<usize>lane << 3), more, 16);
  } else v128.store(bounds + (<usize>lane << 2), singlesBelow(two, more));
}

/** The greatest singles that are at most four doubles: singles compare with them as with the doubles. */
@inline
function singlesBelow(two: v128, more: v128): v128 {
  const near = f32x4.demote_f64x2_zero(two);
  const nearMore = f32x4.demote_f64x2_zero(more);
  const above = f64x2.gt(f64x2.promote_low_f32x4(near), two);
  const aboveMore = f64x2.gt(f64x2.promote_low_f32x4(nearMore), more);
  const four = i8x16.shuffle(near, nearMore, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
  // Magnitudes step like integers. A value above a cut is never +0.
  const step = v128.or(i32x4.shr_s(four, 31), i32x4.splat(1));
  return i32x4.sub(four, v128.and(step, evenWords(above, aboveMore)));
}

/** The lower half of each of four words of 64 bits. */
@inline
function evenWords(two: v128, more: v128): v128 {
  return i8x16.shuffle(two, more, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
}

/** The weight found for a lane and class k; for two classes k is 0, and the weight is that of both. */
@inline
export function weightOf(k: i32, lane: i32): u32 {
  return load<u32>(weights + (<usize>k << 5) + (<usize>lane << 2));
}

/** Two lanes' weights and weights of class 1 as doubles. */
@inline
export function twoWeights(lane: i32): v128 {
  return f64x2.convert_low_i32x4_u(v128.load64_zero(weights + (<usize>lane << 2)));
}

@inline
export function twoOnes(lane: i32): v128 {
  return f64x2.convert_low_i32x4_u(v128.load64_zero(ones + (<usize>lane << 2)));
}

@inline
export function onesOf(lane: i32): u32 {
  return load<u32>(ones + (<usize>lane << 2));
}

/** What was found by keys (keyCuts.ts): the weights of eight lanes, and those of class 1. */
@inline
export function setSides(weight: v128, weightB: v128, one: v128, oneB: v128): void {
  v128.store(weights, weight);
  v128.store(weights, weightB, 16);
  v128.store(ones, one);
  v128.store(ones, oneB, 16);
}

/** More weight on the left of a lane. */
export function addSides(lane: i32, weight: u32, one: u32): void {
  const at = <usize>lane << 2;
  store<u32>(weights + at, load<u32>(weights + at) + weight);
  store<u32>(ones + at, load<u32>(ones + at) + one);
}

/** Saves the weights found as those of known cells. */
export function keepKnown(): void {
  memory.copy(knownWeights, weights, tableBytes());
  v128.store(knownOnes, v128.load(ones));
  v128.store(knownOnes, v128.load(ones, 16), 16);
}

@inline
export function knownWeightOf(k: i32, lane: i32): u32 {
  return load<u32>(knownWeights + (<usize>k << 5) + (<usize>lane << 2));
}

@inline
export function knownOnesOf(lane: i32): u32 {
  return load<u32>(knownOnes + (<usize>lane << 2));
}

/** Sums the weights of all lanes up to their bounds; `entries` are those whose cells were gathered. */
export function weigh(entries: usize, n: i32, lanes: i32): void {
  if (!isTwo()) {
    if (isWide) weighClasses(true, entries, n);
    else weighClasses(false, entries, n);
  } else if (lanes > 4) {
    if (isWide) weighTwo(true, true, entries, n);
    else weighTwo(false, true, entries, n);
  } else if (isWide) weighTwo(true, false, entries, n);
  else weighTwo(false, false, entries, n);
}

/** By lane, four from the one whose cell is at `at`: all ones if it is at most the bound. */
@inline
function fourSides(wide: bool, at: usize, bound: v128, more: v128): v128 {
  if (!wide) return f32x4.le(v128.load(at), bound);
  return evenWords(f64x2.le(v128.load(at), bound), f64x2.le(v128.load(at, 16), more));
}

/** The bounds of lanes 0 to 3, and 4 to 7; doubles take two vectors each. */
@inline
function boundAt(wide: bool, lane: usize): v128 {
  return v128.load(bounds + (wide ? lane << 3 : lane << 2));
}

@inline
function weighTwo(wide: bool, both: bool, entries: usize, n: i32): void {
  const bound = boundAt(wide, 0);
  const more = boundAt(wide, 2);
  const boundB = boundAt(wide, 4);
  const moreB = boundAt(wide, 6);
  const four: usize = wide ? 32 : 16;
  const half = i32x4.splat(0xffff);
  const step = nodeStep;
  let weight = i32x4.splat(0);
  let weightB = weight;
  let one = weight;
  let oneB = weight;
  const end = entries + (<usize>n << 3);
  let cell = nodeCells;
  for (let from = entries; from < end; from += FULL) {
    let sum = i32x4.splat(0);
    let sumB = sum;
    const to = min(from + FULL, end);
    for (let at = from; at < to; at += 8, cell += step) {
      const mass = v128.load32_splat(at, 4);
      sum = i32x4.add(sum, v128.and(mass, fourSides(wide, cell, bound, more)));
      if (both) sumB = i32x4.add(sumB, v128.and(mass, fourSides(wide, cell + four, boundB, moreB)));
    }
    weight = i32x4.add(weight, v128.and(sum, half));
    one = i32x4.add(one, i32x4.shr_u(sum, 16));
    if (both) {
      weightB = i32x4.add(weightB, v128.and(sumB, half));
      oneB = i32x4.add(oneB, i32x4.shr_u(sumB, 16));
    }
  }
  setSides(weight, weightB, one, oneB);
}

@inline
function weighClasses(wide: bool, entries: usize, n: i32): void {
  const bound = boundAt(wide, 0);
  const more = boundAt(wide, 2);
  const boundB = boundAt(wide, 4);
  const moreB = boundAt(wide, 6);
  const four: usize = wide ? 32 : 16;
  const both = mostLanes > 4;
  const step = nodeStep;
  for (let k: usize = 0; k < <usize>width << 5; k += 16) v128.store(weights + k, i32x4.splat(0));
  const end = entries + (<usize>n << 3);
  let cell = nodeCells;
  for (let at = entries; at < end; at += 8, cell += step) {
    const mass = load<u32>(at, 4);
    const weight = i32x4.splat(mass >> 16);
    const to = weights + (<usize>(mass & 0xffff) << 5);
    v128.store(to, i32x4.add(v128.load(to), v128.and(weight, fourSides(wide, cell, bound, more))));
    if (both)
      v128.store(to, i32x4.add(v128.load(to, 16), v128.and(weight, fourSides(wide, cell + four, boundB, moreB))), 16);
  }
}
