// The node under examination, and the criteria for its tests. The scores are those of the learner's own scorer
// (learn/criterion/denseScorer.ts), operation by operation.
import { rounded } from "../common/grid";
import { smallSquares } from "./arena";
import { massFrom, unitFrom, unitTable, weightOf } from "./entries";
import { job } from "./job";

/** Sums over a node's rows. */
@unmanaged
export class Sums {
  weight: f64;
  /** Σ weight·u and Σ weight·u². */
  first: f64;
  second: f64;
  lowest: f64;
  highest: f64;
}

export let node: Sums = changetype<Sums>(0);
/** Impurity per unit of weight. */
export let impurity: f64 = 0;
/** Scores, and total gains, that differ by less are equal. */
export let slack: f64 = 0;
export let tolerance: f64 = 0;
/** An upper bound on the rounding error of scores, and of estimates of them. */
export let margin: f64 = 0;
/** A gain below this leaves impurity behind: the search does not end there. */
export let perfect: f64 = 0;

/** weight·u² on its grid, as engine/memory/entries.ts makes it. */
@inline
export function square(weight: f64, unit: f64): f64 {
  return rounded(weight * unit * unit * job.perQuantum) * job.quantum;
}

export function sumUp<T>(list: usize, count: i32, into: Sums): void {
  clear(into);
  addUp<T>(list, 0, count, into);
}

@inline
export function clear(sums: Sums): void {
  sums.weight = 0;
  sums.first = 0;
  sums.second = 0;
  sums.lowest = Infinity;
  sums.highest = -Infinity;
}

/** Adds the entries [from, to). */
export function addUp<T>(list: usize, from: i32, to: i32, into: Sums): void {
  if (!job.weighted) {
    const even = from + ((to - from) & ~1);
    addPairs<T>(list, from, even, into);
    addEach<T>(list, even, to, into);
  } else addEach<T>(list, from, to, into);
}

/** 2^52: with its bits, an integer below it becomes the mantissa of a double. */
const INTEGERS: f64 = 4503599627370496;

/** An even number of entries of weight 1, two at a time: sums are exact, so their order does not matter. */
export function addPairs<T>(list: usize, from: i32, to: i32, into: Sums): void {
  const table = unitTable();
  let first = f64x2.splat(0);
  let second = f64x2.splat(0);
  let lowest = f64x2.splat(into.lowest);
  let highest = f64x2.splat(into.highest);
  for (let i = from; i < to; i += 2) {
    const u = unitPair<T>(table, list, i);
    first = f64x2.add(first, u);
    second = f64x2.add(second, squarePair<T>(list, i, u));
    lowest = f64x2.pmin(lowest, u);
    highest = f64x2.pmax(highest, u);
  }
  into.weight += <f64>(to - from);
  into.first += f64x2.extract_lane(first, 0) + f64x2.extract_lane(first, 1);
  into.second += f64x2.extract_lane(second, 0) + f64x2.extract_lane(second, 1);
  into.lowest = min(f64x2.extract_lane(lowest, 0), f64x2.extract_lane(lowest, 1));
  into.highest = max(f64x2.extract_lane(highest, 0), f64x2.extract_lane(highest, 1));
}

/** The units of entries i and i + 1. */
@inline
function unitPair<T>(table: usize, list: usize, i: i32): v128 {
  if (sizeof<T>() != 8) return pairAt<T>(table, list, i);
  const integers = f64x2.splat(INTEGERS);
  const mantissa = v128.or(i64x2.shr_u(v128.load(list + (<usize>i << 3)), job.shift), integers);
  return f64x2.add(f64x2.sub(mantissa, integers), f64x2.splat(job.base));
}

/** Their squares on the grid, as `square` rounds them. */
@inline
function squarePair<T>(list: usize, i: i32, u: v128): v128 {
  if (sizeof<T>() == 1) return pairAt<T>(smallSquares, list, i);
  const x = f64x2.mul(f64x2.mul(u, u), f64x2.splat(job.perQuantum));
  const up = f64x2.ceil(x);
  const isLess = f64x2.gt(f64x2.sub(up, f64x2.splat(0.5)), x);
  return f64x2.mul(f64x2.sub(up, v128.and(isLess, f64x2.splat(1))), f64x2.splat(job.quantum));
}

@inline
function pairAt<T>(table: usize, list: usize, i: i32): v128 {
  const entry = list + <usize>i * sizeof<T>();
  const low = v128.load64_zero(table + (<usize>load<T>(entry) << 3));
  return v128.load64_lane(table + (<usize>load<T>(entry, sizeof<T>()) << 3), low, 1);
}

function addEach<T>(list: usize, from: i32, to: i32, into: Sums): void {
  const table = unitTable();
  const shift = <u64>job.shift;
  const base = job.base;
  const isWeighted = job.weighted != 0;
  let weight = into.weight;
  let first = into.first;
  let second = into.second;
  // As vectors: their minimum is one instruction, that of scalars is several.
  let lowest = f64x2.splat(into.lowest);
  let highest = f64x2.splat(into.highest);
  for (let i = from; i < to; i++) {
    const u = unitFrom<T>(table, shift, base, list, i);
    const w: f64 = isWeighted ? weightOf<T>(list, i) : 1;
    weight += w;
    first += massFrom(w, u);
    second += squareOf<T>(list, i, w, u);
    lowest = f64x2.pmin(lowest, f64x2.splat(u));
    highest = f64x2.pmax(highest, f64x2.splat(u));
  }
  into.weight = weight;
  into.first = first;
  into.second = second;
  into.lowest = f64x2.extract_lane(lowest, 0);
  into.highest = f64x2.extract_lane(highest, 0);
}

/** Small tasks have a table of squares: their rows are summed again at every level. */
@inline
function squareOf<T>(list: usize, i: i32, weight: f64, unit: f64): f64 {
  if (sizeof<T>() == 1) return load<f64>(smallSquares + (<usize>load<u8>(list + <usize>i) << 3));
  return square(weight, unit);
}

@inline
export function totalImpurity(weight: f64, first: f64, second: f64): f64 {
  return max(0, second - (first * first) / weight);
}

/** Makes a node the one under examination; false if it is a leaf in any case. */
export function examine(sums: Sums, depth: i32): bool {
  node = sums;
  const weight = sums.weight;
  if (sums.lowest == sums.highest || depth >= job.maxDepth || weight < job.minSplit) return false;
  impurity = totalImpurity(weight, sums.first, sums.second) / weight;
  slack = job.tolerance * impurity;
  tolerance = slack * weight;
  const largest = max(abs(sums.lowest), abs(sums.highest));
  margin = MARGIN * weight * largest * largest;
  perfect = (impurity - slack / 2) * weight;
  return true;
}

/**
 * Of weight·max u², which no term of a score exceeds. The error of a score is at most 6 roundings of 2^-53; an estimate from
 * deviations, t = Σ u - k·mean, by 24 of them.
 */
const MARGIN: f64 = 7.105427357601002e-15; // 2^-47
