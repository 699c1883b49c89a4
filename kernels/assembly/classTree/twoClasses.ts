import { differ, entry, MIDDLE, WIDE } from "./lists";
import { least, offer } from "./search";

// Scans for two classes without weights, whose class is the last bit of an entry. After k of m rows, a of them of the
// p of class 1, the gain is 2 D² / (m k (m - k)) with D = a m - k p. Along a run of one class the gain rises while it
// moves away from the diagonal, so of all paths through a block those that take one class first gain most: a block
// whose two corners cannot reach the required gain is skipped.

@inline
function reaches(d: f64, k: f64, m: f64, limit: f64): bool {
  return d * d >= limit * (k * (m - k));
}

/** Whether any cut in a block can reach the limit: it begins after k rows and has these numbers of rows of either class. */
@inline
function mayReach(d: f64, k: f64, ones: f64, zeros: f64, m: f64, p: f64, limit: f64): bool {
  return reaches(d + ones * (m - p), k + ones, m, limit) || reaches(d - zeros * p, k + zeros, m, limit);
}

@inline
function limitOf(m: f64): f64 {
  return least * m * 0.5;
}

/** The cuts after from + 1 … to rows; `before` rows of class 1 come before them. */
@inline
function eachCut(width: i32, list: usize, from: i32, to: i32, m: i32, before: i32, p: i32, column: usize): void {
  const rows = <f64>m;
  const ones = <f64>p;
  let a = before;
  let d = <f64>a * rows - <f64>from * ones;
  let limit = limitOf(rows);
  for (let k = from + 1; k <= to; k++) {
    const one = <i32>(entry(width, list, k - 1) & 1);
    a += one;
    d += (one ? rows : 0) - ones;
    if (!reaches(d, <f64>k, rows, limit) || !differ(width, list, column, k)) continue;
    weigh(k, a, m, p);
    limit = limitOf(rows);
  }
}

function weigh(k: i32, a: i32, m: i32, p: i32): void {
  const left1 = <f64>a;
  const left0 = <f64>(k - a);
  const right1 = <f64>(p - a);
  const right0 = <f64>(m - k - p + a);
  offer(k, k, left1 * left1 + left0 * left0, right1 * right1 + right0 * right0);
}

function eachWideCut(list: usize, from: i32, to: i32, m: i32, before: i32, p: i32, column: usize): void {
  eachCut(WIDE, list, from, to, m, before, p, column);
}

function eachMiddleCut(list: usize, from: i32, to: i32, m: i32, before: i32, p: i32, column: usize): void {
  eachCut(MIDDLE, list, from, to, m, before, p, column);
}

@inline
function sumOfLanes(v: v128): i32 {
  v = i32x4.add(v, i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1);
}

@inline
function last4(q: usize, one: v128): v128 {
  return v128.and(v128.load(q), one);
}

@inline
function add4(a: v128, b: v128): v128 {
  return i32x4.add(a, b);
}

/** A list of m entries, p of class 1. */
export function scanTwoWide(list: usize, m: i32, p: i32, column: usize): void {
  const rows = <f64>m;
  const ones = <f64>p;
  const one = i32x4.splat(1);
  let a = 0;
  let i = 0;
  for (; i + 32 < m; i += 32) {
    const q = list + (<usize>i << 2);
    const b0 = add4(add4(last4(q, one), last4(q + 16, one)), add4(last4(q + 32, one), last4(q + 48, one)));
    const b1 = add4(add4(last4(q + 64, one), last4(q + 80, one)), add4(last4(q + 96, one), last4(q + 112, one)));
    const c = sumOfLanes(add4(b0, b1));
    const d = <f64>a * rows - <f64>i * ones;
    if (mayReach(d, <f64>i, <f64>c, <f64>(32 - c), rows, ones, limitOf(rows))) {
      eachWideCut(list, i, i + 32, m, a, p, column);
    }
    a += c;
  }
  eachWideCut(list, i, m - 1, m, a, p, column);
}

@inline
function last8(q: usize, one: v128): v128 {
  return v128.and(v128.load(q), one);
}

/** The last bits of sixteen entries. */
@inline
function bits16(q: usize, one: v128): i32 {
  return i8x16.bitmask(i8x16.shl(i8x16.narrow_i16x8_u(last8(q, one), last8(q + 16, one)), 7));
}

export function scanTwoMiddle(list: usize, m: i32, p: i32, column: usize): void {
  const rows = <f64>m;
  const ones = <f64>p;
  const one = i16x8.splat(1);
  let a = 0;
  let i = 0;
  for (; i + 32 < m; i += 32) {
    const q = list + (<usize>i << 1);
    const bits = bits16(q, one) | (bits16(q + 32, one) << 16);
    const c = i32.popcnt(bits);
    const d = <f64>a * rows - <f64>i * ones;
    if (mayReach(d, <f64>i, <f64>c, <f64>(32 - c), rows, ones, limitOf(rows))) {
      scanEights(list, i, bits, m, a, p, column);
    }
    a += c;
  }
  eachMiddleCut(list, i, m - 1, m, a, p, column);
}

/** A block of 32 again, eight at a time. */
function scanEights(list: usize, from: i32, bits: i32, m: i32, before: i32, p: i32, column: usize): void {
  const rows = <f64>m;
  const ones = <f64>p;
  let a = before;
  for (let i = from; i < from + 32; i += 8) {
    const c = i32.popcnt(bits & 255);
    const d = <f64>a * rows - <f64>i * ones;
    if (mayReach(d, <f64>i, <f64>c, <f64>(8 - c), rows, ones, limitOf(rows))) {
      eachMiddleCut(list, i, i + 8, m, a, p, column);
    }
    a += c;
    bits >>= 8;
  }
}
