import { laneCells, laneStep } from "./lanes";
import { classOf, massAt } from "./mass";
import { isClasses, isCounted, isTwo, width } from "./params";

// What the rows weigh that a lane's test sends right, for all lanes at once. A test is a mask and a bound: right if cell &
// mask > bound. For a threshold the mask is -1; for a set of levels it has the levels on the right, and the bound is 0. A
// missing value never goes right.

/** By lane: the masks, then the bounds (i32). */
const BOUNDS: usize = 32;
export const TESTS: usize = 64;

/**
 * What is weighed, by lane: the weights, then of two classes those of class 1, or of a numeric target weight·u (f64). For
 * more classes instead: by class and lane the weight (u32, or f64 if rows are weighted).
 */
const SUMS: usize = 64;

export function weightsBytes(): usize {
  return isClasses && !isTwo() ? <usize>width << 6 : 128;
}

/** Entries after which sums of two bytes may overflow: counts have one byte. */
const FULL: usize = 256 << 3;

@inline
export function setTest(tests: usize, lane: i32, mask: i32, bound: i32): void {
  store<i32>(tests + (<usize>lane << 2), mask);
  store<i32>(tests + (<usize>lane << 2), bound, BOUNDS);
}

@inline
export function maskAt(tests: usize, lane: i32): i32 {
  return load<i32>(tests + (<usize>lane << 2));
}

@inline
export function boundAt(tests: usize, lane: i32): i32 {
  return load<i32>(tests + (<usize>lane << 2), BOUNDS);
}

@inline
export function weightAt(weighed: usize, lane: i32): f64 {
  return load<f64>(weighed + (<usize>lane << 3));
}

@inline
export function sumAt(weighed: usize, lane: i32): f64 {
  return load<f64>(weighed + (<usize>lane << 3), SUMS);
}

/** The same of two lanes. */
@inline
export function twoWeights(weighed: usize, lane: i32): v128 {
  return v128.load(weighed + (<usize>lane << 3));
}

@inline
export function twoSums(weighed: usize, lane: i32): v128 {
  return v128.load(weighed + (<usize>lane << 3), SUMS);
}

/** The weight of class k, if there are more than two. */
@inline
export function classWeightAt(weighed: usize, k: i32, lane: i32): f64 {
  if (isCounted()) return <f64>load<u32>(weighed + (<usize>k << 5) + (<usize>lane << 2));
  return load<f64>(weighed + (<usize>k << 6) + (<usize>lane << 3));
}

/** Whether any entry is sent right by the first of two tests of a lane, and not by the second. */
export function anyBetween(n: i32, lanes: i32, first: usize, second: usize): bool {
  let any = i32x4.splat(0);
  for (let lane: usize = 0; lane < <usize>lanes << 2; lane += 16) {
    const mask = v128.load(first + lane);
    const bound = v128.load(first + lane, BOUNDS);
    const maskB = v128.load(second + lane);
    const boundB = v128.load(second + lane, BOUNDS);
    let cells = laneCells + lane;
    for (let i = 0; i < n; i++, cells += laneStep)
      any = v128.or(any, v128.andnot(goesRight(cells, mask, bound), goesRight(cells, maskB, boundB)));
  }
  return v128.any_true(any);
}

/** Adds what the lane after this one weighs: both are of one attribute, and no entry is in both. */
export function joinLanes(weighed: usize, lane: i32): void {
  if (isClasses && !isTwo()) {
    for (let k = 0; k < width; k++) joinClass(weighed, k, lane);
    return;
  }
  const at = weighed + (<usize>lane << 3);
  store<f64>(at, load<f64>(at) + load<f64>(at, 8));
  store<f64>(at, load<f64>(at, SUMS) + load<f64>(at, SUMS + 8), SUMS);
}

@inline
function joinClass(weighed: usize, k: i32, lane: i32): void {
  if (isCounted()) {
    const at = weighed + (<usize>k << 5) + (<usize>lane << 2);
    store<u32>(at, load<u32>(at) + load<u32>(at, 4));
  } else {
    const at = weighed + (<usize>k << 6) + (<usize>lane << 3);
    store<f64>(at, load<f64>(at) + load<f64>(at, 8));
  }
}

/** Weighs the entries, whose cells were gathered, by the lanes' tests. */
export function weigh(entries: usize, n: i32, lanes: i32, tests: usize, weighed: usize): void {
  const end = entries + (<usize>n << 3);
  for (let lane = 0; lane < lanes; lane += 4) {
    const at = tests + (<usize>lane << 2);
    const cells = laneCells + (<usize>lane << 2);
    if (isTwo() && isCounted()) countTwo(entries, end, cells, at, weighed + (<usize>lane << 3));
    else if (isCounted()) countClasses(entries, end, cells, at, weighed + (<usize>lane << 2));
    else if (isTwo() || !isClasses) weighPairs(entries, end, cells, at, weighed + (<usize>lane << 3));
    else weighClasses(entries, end, cells, at, weighed + (<usize>lane << 3));
  }
}

/** All ones for each of four lanes whose test sends the entry right. */
@inline
function goesRight(cells: usize, mask: v128, bound: v128): v128 {
  return i32x4.gt_s(v128.and(v128.load(cells), mask), bound);
}

function countTwo(entries: usize, end: usize, from: usize, tests: usize, to: usize): void {
  const mask = v128.load(tests);
  const bound = v128.load(tests, BOUNDS);
  const half = i32x4.splat(0xffff);
  const step = laneStep;
  let weight = i32x4.splat(0);
  let one = weight;
  let cells = from;
  for (let part = entries; part < end; part += FULL) {
    let sum = i32x4.splat(0);
    const last = min(part + FULL, end);
    for (let at = part; at < last; at += 8, cells += step)
      sum = i32x4.add(sum, v128.and(v128.load32_splat(at, 4), goesRight(cells, mask, bound)));
    weight = i32x4.add(weight, v128.and(sum, half));
    one = i32x4.add(one, i32x4.shr_u(sum, 16));
  }
  storeFour(to, weight);
  storeFour(to + SUMS, one);
}

/** Four integers as doubles. */
@inline
function storeFour(to: usize, four: v128): void {
  v128.store(to, f64x2.convert_low_i32x4_u(four));
  const upper = i8x16.shuffle(four, four, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  v128.store(to, f64x2.convert_low_i32x4_u(upper), 16);
}

function countClasses(entries: usize, end: usize, from: usize, tests: usize, to: usize): void {
  const mask = v128.load(tests);
  const bound = v128.load(tests, BOUNDS);
  const step = laneStep;
  for (let k: usize = 0; k < <usize>width << 5; k += 32) v128.store(to + k, i32x4.splat(0));
  let cells = from;
  for (let at = entries; at < end; at += 8, cells += step) {
    const word = load<u32>(at, 4);
    const own = to + (<usize>(word & 0xffff) << 5);
    const count = v128.and(i32x4.splat(word >> 16), goesRight(cells, mask, bound));
    v128.store(own, i32x4.add(v128.load(own), count));
  }
}

function weighPairs(entries: usize, end: usize, from: usize, tests: usize, to: usize): void {
  const mask = v128.load(tests);
  const bound = v128.load(tests, BOUNDS);
  const step = laneStep;
  let w0 = f64x2.splat(0);
  let w1 = w0;
  let u0 = w0;
  let u1 = w0;
  let cells = from;
  for (let at = entries; at < end; at += 8, cells += step) {
    const right = goesRight(cells, mask, bound);
    const lower = i64x2.extend_low_i32x4_s(right);
    const upper = i64x2.extend_high_i32x4_s(right);
    const mass = massAt(at);
    const w = v128.load64_splat(mass);
    const u = v128.load64_splat(mass, 8);
    w0 = f64x2.add(w0, v128.and(lower, w));
    w1 = f64x2.add(w1, v128.and(upper, w));
    u0 = f64x2.add(u0, v128.and(lower, u));
    u1 = f64x2.add(u1, v128.and(upper, u));
  }
  v128.store(to, w0);
  v128.store(to, w1, 16);
  v128.store(to, u0, SUMS);
  v128.store(to, u1, SUMS + 16);
}

function weighClasses(entries: usize, end: usize, from: usize, tests: usize, to: usize): void {
  const mask = v128.load(tests);
  const bound = v128.load(tests, BOUNDS);
  const step = laneStep;
  for (let k: usize = 0; k < <usize>width << 6; k += 64) {
    v128.store(to + k, f64x2.splat(0));
    v128.store(to + k, f64x2.splat(0), 16);
  }
  let cells = from;
  for (let at = entries; at < end; at += 8, cells += step) {
    const right = goesRight(cells, mask, bound);
    const w = v128.load64_splat(massAt(at));
    const own = to + (<usize>classOf(at) << 6);
    v128.store(own, f64x2.add(v128.load(own), v128.and(i64x2.extend_low_i32x4_s(right), w)));
    v128.store(own, f64x2.add(v128.load(own, 16), v128.and(i64x2.extend_high_i32x4_s(right), w)), 16);
  }
}
