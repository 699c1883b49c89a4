import { branchKey } from "../common/nodeRandom";
import { take } from "./arena";
import { attributeOf, chosen, cutOf, knownOf, leftOf, leftOneOf, missingGoesLeft, nodeWeight, placeOf, startFound } from "./found";
import { landRow, NOWHERE } from "./landing";
import { localMass, rowOf } from "./local";
import { newPair, setLeafOf, setSplit } from "./nodes";
import { attributes, hasMissing, maxDepth, minSplit, perNode } from "./params";
import { nextAttribute, startSample } from "./sample";
import { endScan, isTie, knownP, knownW, noteTwo, reach, startScan, startTwo } from "./scanTwo";
import { differ, isMissing, useTies } from "./ties";

// Nodes of at most 127 rows and two classes: lists of one-byte numbers. A node is the set of its numbers, 128 bits, and
// the lists are those of an ancestor: only the lists of sampled attributes are extracted from them. A node that
// has become much smaller than that ancestor gets its own lists.

/** The lists of the first such ancestor, followed by those of later ones. */
let lists: usize = 0;
/** By number of two bytes: that of one byte. */
let shorter: usize = 0;
/** By number: the row (u32), and weight | weight of class 1 << 16 (u32). */
let rowsOf: usize = 0;
let masses: usize = 0;
/** An extracted list. */
let picked: usize = 0;
/** By mask byte: the positions of the selected bytes. */
let packs: usize = 0;
let leftSums: usize = 0;

const MOST: i32 = 127;

@inline
function strideOf(n: i32): usize {
  return <usize>((n + 31) & ~15);
}

export function takeBytes(): void {
  // Each ancestor has at most half the vectors of the previous one.
  lists = take((strideOf(MOST) * <usize>attributes) << 2);
  shorter = take(65536);
  rowsOf = take(512);
  masses = take(512);
  picked = take(256);
  packs = take(2048);
  leftSums = take(16);
}

export function clearBytes(): void {
  for (let mask: usize = 0; mask < 256; mask++) {
    let lane: usize = 0;
    for (let bit: usize = 0; bit < 8; bit++) {
      if (((mask >> bit) & 1) == 0) continue;
      store<u8>(packs + (mask << 3) + lane, <u8>bit);
      lane++;
    }
  }
}

/** Grows a node from lists of two-byte numbers. */
export function growBytes(from: usize, fromStride: usize, n: i32, sums: usize, node: i32, depth: i32, key: u32): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const number = <usize>load<u16>(from + (i << 1));
    store<u8>(shorter + number, <u8>i);
    store<u32>(rowsOf + (i << 2), load<u32>(rowOf + (number << 2)));
    store<u32>(masses + (i << 2), load<u32>(localMass + (number << 2)));
  }
  const stride = strideOf(n);
  for (let a: usize = 0; a < <usize>attributes; a++) {
    const list = from + a * fromStride;
    const to = lists + a * stride;
    for (let i: usize = 0; i < <usize>n; i++)
      store<u8>(to + i, load<u8>(shorter + <usize>load<u16>(list + (i << 1))));
  }
  const low = n >= 64 ? ~(<u64>0) : ((<u64>1) << n) - 1;
  const high: u64 = n > 64 ? ((<u64>1) << (n - 64)) - 1 : 0;
  grow(lists, stride, n, low, high, n, load<f64>(sums), load<f64>(sums, 8), node, depth, key, lists + stride * <usize>attributes);
}

/** The node whose numbers are the bits of `low` and `high`; `base` has the lists of `nBase` numbers, which include it. */
function grow(
  base: usize,
  stride: usize,
  nBase: i32,
  low: u64,
  high: u64,
  n: i32,
  zero: f64,
  one: f64,
  node: i32,
  depth: i32,
  key: u32,
  free: usize,
): void {
  const set = i64x2.replace_lane(i64x2.splat(low), 1, high);
  if (n > 20 && ((n + 15) >> 4) * 2 <= (nBase + 15) >> 4) {
    const own = strideOf(n);
    for (let a: usize = 0; a < <usize>attributes; a++) pick(base + a * stride, nBase, free + a * own, set);
    base = free;
    stride = own;
    nBase = n;
    free += own * <usize>attributes;
  }
  store<f64>(leftSums, zero);
  store<f64>(leftSums, one, 8);
  const record = examine(base, stride, nBase, n, set, key);
  if (record == 0) {
    store<f64>(leftSums, zero);
    store<f64>(leftSums, one, 8);
    return landBits(low, high, setLeafOf(node, leftSums));
  }
  const a = attributeOf(record);
  const left = newPair();
  const missingLeft = missingGoesLeft(record);
  setSplit(node, a, cutOf(record), left, missingLeft);
  let nLeft = placeOf(record);
  const list = listOf(base + <usize>a * stride, nBase, n, set);
  let w = leftOf(record);
  let leftOne = leftOneOf(record);
  let lower: u64 = 0;
  let upper: u64 = 0;
  for (let i = 0; i < nLeft; i++) {
    const number = <u64>load<u8>(list + <usize>i);
    const bit = (<u64>1) << (number & 63);
    const inHigh = 0 - (number >> 6);
    lower |= bit & ~inHigh;
    upper |= bit & inHigh;
  }
  if (missingLeft && knownOf(record) != nodeWeight) {
    useTies(a);
    for (let i = n - 1; isMissing(rowAt(list, i)); i--) {
      const number = <u64>load<u8>(list + <usize>i);
      const bit = (<u64>1) << (number & 63);
      if (number < 64) lower |= bit;
      else upper |= bit;
      const mass = load<u32>(masses + (<usize>number << 2));
      w += <f64>(mass & 0xffff);
      leftOne += <f64>(mass >> 16);
      nLeft++;
    }
  }
  const leftZero = w - leftOne;
  const next = depth + 1;
  if (!isLeaf(left, leftZero, leftOne, next, lower, upper))
    grow(base, stride, nBase, lower, upper, nLeft, leftZero, leftOne, left, next, branchKey(key, 0), free);
  if (!isLeaf(left + 1, zero - leftZero, one - leftOne, next, low & ~lower, high & ~upper))
    grow(
      base,
      stride,
      nBase,
      low & ~lower,
      high & ~upper,
      n - nLeft,
      zero - leftZero,
      one - leftOne,
      left + 1,
      next,
      branchKey(key, 1),
      free,
    );
}

/** Makes the node with these numbers a leaf if it is not to be split. */
function isLeaf(node: i32, zero: f64, one: f64, depth: i32, low: u64, high: u64): bool {
  const open = zero > 0 && one > 0 && depth < maxDepth && zero + one >= minSplit - 1e-6;
  if (open) return false;
  store<f64>(leftSums, zero);
  store<f64>(leftSums, one, 8);
  landBits(low, high, setLeafOf(node, leftSums));
  return true;
}

/** Notes the rows of a leaf, if its link is one. */
@inline
function landBits(low: u64, high: u64, link: u32): void {
  if (link == NOWHERE) return;
  for (let rest = low; rest != 0; rest &= rest - 1) landRow(load<u32>(rowsOf + (<usize>ctz(rest) << 2)), link);
  for (let rest = high; rest != 0; rest &= rest - 1) landRow(load<u32>(rowsOf + (<usize>(64 + ctz(rest)) << 2)), link);
}

@inline
function rowAt(list: usize, i: i32): u32 {
  return load<u32>(rowsOf + (<usize>load<u8>(list + <usize>i) << 2));
}

@inline
function listOf(list: usize, nBase: i32, n: i32, set: v128): usize {
  if (n == nBase) return list;
  pick(list, nBase, picked, set);
  return picked;
}

/** The record of the cut to split by, or 0. The node's sums are in `leftSums`. */
function examine(base: usize, stride: usize, nBase: i32, n: i32, set: v128, key: u32): usize {
  startFound(leftSums);
  startSample(key);
  startTwo();
  for (let varied = 0; varied < perNode; ) {
    const a = nextAttribute();
    if (a < 0) break;
    const list = listOf(base + <usize>a * stride, nBase, n, set);
    useTies(a);
    let known = n;
    let tail: u32 = 0;
    if (hasMissing(a)) {
      while (known > 0 && isMissing(rowAt(list, known - 1))) {
        known--;
        tail += load<u32>(masses + (<usize>load<u8>(list + <usize>known) << 2));
      }
    }
    if (known < 2 || !differ(rowAt(list, 0), rowAt(list, known - 1))) continue;
    varied++;
    const one = load<f64>(leftSums, 8) - <f64>(tail >> 16);
    startScan(nodeWeight - <f64>(tail & 0xffff), one);
    scan(list, known);
    if (endScan(a)) break;
  }
  return chosen();
}

function scan(list: usize, known: i32): void {
  const W = knownW;
  const P = knownP;
  let sum: u32 = 0;
  for (let i = 0; i + 1 < known; i++) {
    sum += load<u32>(masses + (<usize>load<u8>(list + <usize>i) << 2));
    const w = <f64>(sum & 0xffff);
    const one = <f64>(sum >> 16);
    const D = one * W - w * P;
    const product = w * (W - w);
    if (!(D * D > reach * product) || isTie(D * D, product)) continue;
    const low = rowAt(list, i);
    const high = rowAt(list, i + 1);
    if (differ(low, high)) noteTwo(i + 1, low, high, w, one, D * D, product);
  }
}

/** Extracts the numbers of a set from a list, sixteen at a time; writes up to 7 bytes past the end. */
@inline
function pick(list: usize, n: i32, to: usize, set: v128): void {
  const powers = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const seven = i8x16.splat(7);
  const none = i8x16.splat(0);
  for (let i = 0; i < n; i += 16) {
    const entries = v128.load(list + <usize>i);
    const bits = i8x16.swizzle(powers, v128.and(entries, seven));
    const inSet = v128.and(i8x16.swizzle(set, i8x16.shr_u(entries, 3)), bits);
    let mask = i8x16.bitmask(i8x16.ne(inSet, none));
    if (i + 16 > n) mask &= (1 << (n - i)) - 1;
    const low = mask & 255;
    const high = mask >> 8;
    v128.store64_lane(to, i8x16.swizzle(entries, v128.load64_zero(packs + (<usize>low << 3))), 0);
    to += <usize>i32.popcnt(low);
    const upper = i8x16.shuffle(entries, entries, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
    v128.store64_lane(to, i8x16.swizzle(upper, v128.load64_zero(packs + (<usize>high << 3))), 0);
    to += <usize>i32.popcnt(high);
  }
}
