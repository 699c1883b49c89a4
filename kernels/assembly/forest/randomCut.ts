import { attributeKeyFrom, drawAt, shareOf } from "../common/nodeChance";
import { take } from "./arena";
import { allowed, enter, giniOf, impurityOf, momentOf, nodeTotal, nodeWeight, squaresOf } from "./found";
import { addMass, isTwo, massShift } from "./mass";
import { cellsOf, hasMissing, isClasses, isOrdered, width } from "./params";

// One cut on one attribute, drawn between the least and the greatest known cell of a node, and what it gains: as
// learn/branch/randomThreshold.ts has it.

/** The node's cells of the attribute at hand, and its rows' masses, in the order of its rows. */
let cells: usize = 0;
let masses: usize = 0;
let leftSums: usize = 0;
let knownSums: usize = 0;

/** Where the cell of row 0 and attribute 0 stands, and how far one row's is from the next's. */
let firstCell: usize = 0;
export let cellStep: usize = 0;

/** Cells are taken from the whole table, attribute by attribute, or from a block, row by row. */
export function setCells(first: usize, step: usize): void {
  firstCell = first;
  cellStep = step;
}

@inline
export function columnOf(a: i32): usize {
  return cellStep == 8 ? cellsOf(a) : firstCell + (<usize>a << 3);
}

export const CONSTANT: i32 = 0;
export const VARIES: i32 = 1;
export const PERFECT: i32 = 2;

export function takeScratch(most: i32): void {
  cells = take((<usize>most << 3) + 64);
  masses = take((<usize>most << massShift()) + 64);
  leftSums = take(<usize>width << 3);
  knownSums = take(<usize>width << 3);
}

/** Copies the masses of a node's rows side by side, for all attributes to be examined there. */
export function gatherMass(ids: usize, n: i32, mass: usize): void {
  const end = ids + (<usize>n << 2);
  let to = masses;
  if (isClasses) {
    for (let at = ids; at < end; at += 4, to += 8) store<u64>(to, load<u64>(mass + (<usize>load<u32>(at) << 3)));
    store<u64>(to, 0); // pairs are read whole
  } else {
    for (let at = ids; at < end; at += 4, to += 16) v128.store(to, v128.load(mass + (<usize>load<u32>(at) << 4)));
  }
}

let low: f64 = 0;
let high: f64 = 0;

/** Copies the cells of a node's rows side by side; their least and greatest, missing ones aside. */
function gatherCells(ids: usize, n: i32, column: usize): void {
  const step = cellStep;
  let least = f64x2.splat(Infinity);
  let most = f64x2.splat(-Infinity);
  const end = ids + (<usize>(n & ~1) << 2);
  let to = cells;
  for (let at = ids; at < end; at += 8, to += 16) {
    const first = v128.load64_zero(column + <usize>load<u32>(at) * step);
    const pair = v128.load64_lane(column + <usize>load<u32>(at, 4) * step, first, 1);
    v128.store(to, pair);
    // pmin(a, b) is b only where b < a, so a missing cell (NaN) is never taken.
    least = f64x2.pmin(least, pair);
    most = f64x2.pmax(most, pair);
  }
  low = min2(least);
  high = max2(most);
  if (n & 1) {
    const x = load<f64>(column + <usize>load<u32>(end) * step);
    store<f64>(to, x);
    store<f64>(to, NaN, 8); // goes to no side
    if (x < low) low = x;
    if (x > high) high = x;
  }
}

@inline
function min2(pair: v128): f64 {
  const a = f64x2.extract_lane(pair, 0);
  const b = f64x2.extract_lane(pair, 1);
  return b < a ? b : a;
}

@inline
function max2(pair: v128): f64 {
  const a = f64x2.extract_lane(pair, 0);
  const b = f64x2.extract_lane(pair, 1);
  return b > a ? b : a;
}

@inline
function drawn(a: i32, corner: u32): f64 {
  const share = shareOf(drawAt(attributeKeyFrom(corner, a), 0));
  const range = high - low;
  if (isOrdered(a)) return low + floor(share * range);
  const cut = range < Infinity ? low + share * range : low * (1 - share) + high * share;
  return cut >= low && cut < high ? cut : low;
}

/** Draws a cut on attribute `a` and enters it; `corner` is the node's, for its attributes' keys. */
export function examineRandom(a: i32, ids: usize, n: i32, corner: u32, sums: usize): i32 {
  gatherCells(ids, n, columnOf(a));
  if (!(low < high)) return CONSTANT;
  const cut = drawn(a, corner);
  const missing = hasMissing(a);
  const perfect = isTwo() && !missing ? enterTwo(a, n, cut, sums) : enterAny(a, n, cut, sums, missing);
  return perfect ? PERFECT : VARIES;
}

/** The weight, and above bit 32 that of class 1, of the cells up to `cut`. */
@inline
function countTwo(n: i32, cut: f64): u64 {
  const bound = f64x2.splat(cut);
  let sum = i64x2.splat(0);
  const end = <usize>n << 3;
  for (let at: usize = 0; at < end; at += 16) {
    const left = f64x2.le(v128.load(cells + at), bound);
    sum = i64x2.add(sum, v128.and(left, v128.load(masses + at)));
  }
  return i64x2.extract_lane(sum, 0) + i64x2.extract_lane(sum, 1);
}

function enterTwo(a: i32, n: i32, cut: f64, sums: usize): bool {
  const both = countTwo(n, cut);
  const left = <f64>(<u32>both);
  if (!allowed(left, nodeWeight)) return false;
  const one = <f64>(<u32>(both >> 32));
  const zero = left - one;
  const restOne = load<f64>(sums, 8) - one;
  const restZero = load<f64>(sums) - zero;
  const gain =
    nodeTotal - giniOf(left, zero * zero + one * one) - giniOf(nodeWeight - left, restZero * restZero + restOne * restOne);
  return enter(a, 0, gain, cut, left, nodeWeight, one, nodeTotal);
}

/** Any number of classes, or a numeric target; missing cells count for neither side. */
function enterAny(a: i32, n: i32, cut: f64, sums: usize, missing: bool): bool {
  const bytes = <usize>width << 3;
  memory.fill(leftSums, 0, bytes);
  memory.copy(knownSums, sums, bytes);
  if (missing) memory.fill(knownSums, 0, bytes);
  const shift = massShift();
  for (let i: usize = 0; i < <usize>n; i++) {
    const x = load<f64>(cells + (i << 3));
    if (x <= cut) addMass(leftSums, masses + (i << shift));
    if (missing && x == x) addMass(knownSums, masses + (i << shift));
  }
  return enterSums(a, cut);
}

function enterSums(a: i32, cut: f64): bool {
  const knownImpurity = impurityOf(knownSums);
  if (!isClasses) {
    const left = load<f64>(leftSums);
    const known = load<f64>(knownSums);
    if (!allowed(left, known)) return false;
    const u1 = load<f64>(leftSums, 8);
    const all = load<f64>(knownSums, 8);
    const gain = momentOf(known, all) - momentOf(left, u1) - momentOf(known - left, all - u1);
    return enter(a, 0, gain, cut, left, known, 0, knownImpurity);
  }
  let left: f64 = 0;
  let right: f64 = 0;
  let rightSquares: f64 = 0;
  for (let k: usize = 0; k < <usize>width; k++) {
    const w = load<f64>(leftSums + (k << 3));
    const rest = load<f64>(knownSums + (k << 3)) - w;
    left += w;
    right += rest;
    rightSquares += rest * rest;
  }
  if (!allowed(left, left + right)) return false;
  const gain = knownImpurity - giniOf(left, squaresOf(leftSums)) - giniOf(right, rightSquares);
  return enter(a, 0, gain, cut, left, left + right, load<f64>(leftSums, 8), knownImpurity);
}
