import { attributeKeyFrom, drawAt, shareOf } from "../common/nodeChance";
import { take } from "./arena";
import { allowed, enter, equalGain, giniOf, impurityOf, momentOf, nodeTotal, nodeWeight, squaresOf } from "./found";
import { clearSums, gridSquare, isTwo, massShift } from "./mass";
import { boundOf, cellOf, doubtOf, findKnownRange, gatherKeys, high, keys, low } from "./nodeKeys";
import { hasMissing, isClasses, isOrdered, width } from "./params";

// One cut on one attribute, drawn between the least and the greatest known cell of a node, and what it gains: as
// learn/branch/randomThreshold.ts has it.

/**
 * The masses of the node's rows, in their order: for two classes weight | weight of class 1 << 16 (u32); for more as in
 * mass.ts; for a numeric target weight and weight·u.
 */
let masses: usize = 0;
let leftSums: usize = 0;
let knownSums: usize = 0;

export const CONSTANT: i32 = 0;
export const VARIES: i32 = 1;
export const PERFECT: i32 = 2;

export function takeScratch(most: i32): void {
  masses = take((<usize>most << massShift()) + 64);
  leftSums = take(<usize>width << 3);
  knownSums = take(<usize>width << 3);
}

/** Copies the masses of a node's rows side by side, for all attributes to be examined there. */
export function gatherMass(ids: usize, n: i32, mass: usize): void {
  const end = ids + (<usize>n << 2);
  let to = masses;
  if (isTwo()) {
    for (let at = ids; at < end; at += 4, to += 4) {
      const word = load<u64>(mass + (<usize>load<u32>(at) << 3));
      store<u32>(to, <u32>word | <u32>(word >> 16));
    }
    v128.store(to, i32x4.splat(0)); // vectors are read whole
  } else if (isClasses) {
    for (let at = ids; at < end; at += 4, to += 8) store<u64>(to, load<u64>(mass + (<usize>load<u32>(at) << 3)));
  } else {
    for (let at = ids; at < end; at += 4, to += 16) {
      const from = mass + (<usize>load<u32>(at) << 4);
      store<f64>(to, load<f64>(from));
      store<f64>(to, load<f64>(from) * load<f64>(from, 8), 8);
    }
  }
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
  const missing = hasMissing(a);
  if (!(missing ? findKnownRange(a, ids, n) : gatherKeys(a, ids, n))) return CONSTANT;
  const cut = drawn(a, corner);
  const perfect = isTwo() && !missing ? enterTwo(a, ids, n, cut, sums) : enterAny(a, ids, n, cut, sums, missing);
  return perfect ? PERFECT : VARIES;
}

/** Vectors after which sums of two bytes may be full: weights have one byte. */
const FULL: usize = 256 << 4;

/** The weight, and above bit 32 that of class 1, of the cells up to `cut`. */
function countTwo(a: i32, ids: usize, n: i32, cut: f64): u64 {
  const bound = i32x4.splat(boundOf(cut));
  const doubt = doubtOf(cut);
  const doubts = i32x4.splat(doubt);
  let unsure = i32x4.splat(0);
  let weight = i32x4.splat(0);
  let ones = i32x4.splat(0);
  const end = <usize>n << 2;
  for (let from: usize = 0; from < end; from += FULL) {
    let sum = i32x4.splat(0);
    const to = min(from + FULL, end);
    for (let at = from; at < to; at += 16) {
      const four = v128.load(keys + at);
      sum = i32x4.add(sum, v128.and(i32x4.le_u(four, bound), v128.load(masses + at)));
      unsure = v128.or(unsure, i32x4.eq(four, doubts));
    }
    weight = i32x4.add(weight, v128.and(sum, i32x4.splat(0xffff)));
    ones = i32x4.add(ones, i32x4.shr_u(sum, 16));
  }
  const both = <u64>sumOf(weight) | (<u64>sumOf(ones) << 32);
  return v128.any_true(unsure) ? both + countDoubts(a, ids, n, cut, doubt) : both;
}

@inline
function sumOf(v: v128): u32 {
  const two = i32x4.add(v, i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** What the cells add whose keys do not tell the side. */
function countDoubts(a: i32, ids: usize, n: i32, cut: f64, doubt: u32): u64 {
  let both: u64 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    if (load<u32>(keys + (i << 2)) != doubt || !(cellOf(a, load<u32>(ids + (i << 2))) <= cut)) continue;
    const mass = load<u32>(masses + (i << 2));
    both += <u64>(mass & 0xffff) | (<u64>(mass >> 16) << 32);
  }
  return both;
}

function enterTwo(a: i32, ids: usize, n: i32, cut: f64, sums: usize): bool {
  const both = countTwo(a, ids, n, cut);
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

/** Adds the mass of row i where `side` is all ones, and nothing where it is 0: no branch to guess wrong. */
@inline
function addScratch(sums: usize, i: usize, side: u64): void {
  if (!isClasses) {
    const mass = v128.and(i64x2.splat(side), v128.load(masses + (i << 4)));
    return v128.store(sums, f64x2.add(v128.load(sums), mass));
  }
  if (!isTwo()) {
    const word = load<u64>(masses + (i << 3));
    const to = sums + (<usize>(<u32>word) << 3);
    return store<f64>(to, load<f64>(to) + <f64>(<u32>((word >> 32) & side)));
  }
  const word = load<u32>(masses + (i << 2)) & <u32>side;
  const one = <f64>(word >> 16);
  store<f64>(sums, load<f64>(sums) + (<f64>(word & 0xffff) - one));
  store<f64>(sums, load<f64>(sums, 8) + one, 8);
}

/** Any number of classes, or a numeric target; missing cells count for neither side. */
function enterAny(a: i32, ids: usize, n: i32, cut: f64, sums: usize, missing: bool): bool {
  clearSums(leftSums);
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(knownSums + k, missing ? 0 : load<f64>(sums + k));
  if (missing) addKnown(a, ids, n, cut);
  else addLeft(a, ids, n, cut);
  return enterSums(a, cut, missing, ids, n);
}

function addKnown(a: i32, ids: usize, n: i32, cut: f64): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const x = cellOf(a, load<u32>(ids + (i << 2)));
    addScratch(leftSums, i, 0 - u64(x <= cut));
    addScratch(knownSums, i, 0 - u64(x == x));
  }
}

function addLeft(a: i32, ids: usize, n: i32, cut: f64): void {
  const bound = boundOf(cut);
  const doubt = doubtOf(cut);
  for (let i: usize = 0; i < <usize>n; i++) {
    const key = load<u32>(keys + (i << 2));
    let side = u64(key <= bound);
    if (key == doubt) side = u64(cellOf(a, load<u32>(ids + (i << 2))) <= cut);
    addScratch(leftSums, i, 0 - side);
  }
}

/** Weight × impurity of the rows of a numeric target whose cell is known. */
function knownSpread(a: i32, ids: usize, n: i32): f64 {
  let u2: f64 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const x = cellOf(a, load<u32>(ids + (i << 2)));
    const w = load<f64>(masses + (i << 4));
    if (x == x) u2 += gridSquare(w, load<f64>(masses + (i << 4), 8) / w);
  }
  store<f64>(knownSums, u2, 16);
  return impurityOf(knownSums);
}

function enterSums(a: i32, cut: f64, missing: bool, ids: usize, n: i32): bool {
  if (!isClasses) {
    const left = load<f64>(leftSums);
    const known = load<f64>(knownSums);
    if (!allowed(left, known)) return false;
    const u1 = load<f64>(leftSums, 8);
    const all = load<f64>(knownSums, 8);
    const gain = momentOf(known, all) - momentOf(left, u1) - momentOf(known - left, all - u1);
    // Asked for only where the gain is next to nothing.
    const spread = missing && gain <= 2 * equalGain ? knownSpread(a, ids, n) : nodeTotal;
    return enter(a, 0, gain, cut, left, known, 0, spread);
  }
  const knownImpurity = impurityOf(knownSums);
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
