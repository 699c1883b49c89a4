import { narrowKey, wideKey } from "../common/radix";
import { take } from "./arena";
import { cellsOf, isWide, keysOf } from "./params";

// A node's keys of one complete attribute, side by side, and what they tell of its cells. Keys have 32 bits and compare
// as the cells do. Where the cells are singles they tell all; else equal keys may be of cells that differ, and those
// are looked at themselves.

/** Four at a time: the last vector is filled up with one of its keys. */
export let keys: usize = 0;
export let low: f64 = 0;
export let high: f64 = 0;
let least: u32 = 0;
let most: u32 = 0;

/** Keys are taken from the whole table, attribute by attribute, or from a block, row by row. */
let inBlock: bool = false;
let firstKey: usize = 0;
/** How far one row's key is from the next's. */
export let keyStep: usize = 0;
/** By number in the block: the row (u32). */
let rowOf: usize = 0;

@inline
export function keyOf(x: f64): u32 {
  return isWide ? <u32>(wideKey(x) >> 32) : narrowKey(x);
}

export function takeKeys(most: i32): void {
  keys = take((<usize>most << 2) + 64);
}

export function useTable(): void {
  inBlock = false;
  keyStep = 4;
}

export function useBlock(first: usize, step: usize, rows: usize): void {
  inBlock = true;
  firstKey = first;
  keyStep = step;
  rowOf = rows;
}

@inline
export function keyColumn(a: i32): usize {
  if (!inBlock) return keysOf(a);
  return isWide ? firstKey + (<usize>a << 3) + 4 : firstKey + (<usize>a << 2);
}

/** The cell of attribute `a` of the row with this number. */
@inline
export function cellOf(a: i32, id: u32): f64 {
  if (inBlock && isWide) return doubleOf(load<u64>(firstKey + <usize>id * keyStep + (<usize>a << 3)));
  const row = inBlock ? load<u32>(rowOf + (<usize>id << 2)) : id;
  return load<f64>(cellsOf(a) + (<usize>row << 3));
}

@inline
function doubleOf(key: u64): f64 {
  return reinterpret<f64>(key >> 63 ? key ^ 0x8000000000000000 : ~key);
}

@inline
function keyAt(column: usize, at: usize, step: usize): usize {
  return column + <usize>load<u32>(at) * step;
}

/** Gathers the keys of a node's rows; false where the cells are all the same. */
export function gatherKeys(a: i32, ids: usize, n: i32): bool {
  const column = keyColumn(a);
  const step = keyStep;
  let lower = i32x4.splat(-1);
  let upper = i32x4.splat(0);
  const end = ids + (<usize>(n & ~3) << 2);
  let to = keys;
  for (let at = ids; at < end; at += 16, to += 16) {
    let four = v128.load32_zero(keyAt(column, at, step));
    four = v128.load32_lane(keyAt(column, at + 4, step), four, 1);
    four = v128.load32_lane(keyAt(column, at + 8, step), four, 2);
    four = v128.load32_lane(keyAt(column, at + 12, step), four, 3);
    v128.store(to, four);
    lower = i32x4.min_u(lower, four);
    upper = i32x4.max_u(upper, four);
  }
  if (n & 3) {
    let four = v128.load32_splat(keyAt(column, end, step));
    if ((n & 3) > 1) four = v128.load32_lane(keyAt(column, end + 4, step), four, 1);
    if ((n & 3) > 2) four = v128.load32_lane(keyAt(column, end + 8, step), four, 2);
    v128.store(to, four);
    lower = i32x4.min_u(lower, four);
    upper = i32x4.max_u(upper, four);
  }
  lower = i32x4.min_u(lower, i8x16.shuffle(lower, lower, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  upper = i32x4.max_u(upper, i8x16.shuffle(upper, upper, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  least = min<u32>(i32x4.extract_lane(lower, 0), i32x4.extract_lane(lower, 1));
  most = max<u32>(i32x4.extract_lane(upper, 0), i32x4.extract_lane(upper, 1));
  if (isWide) return findRange(a, ids, n);
  low = singleOf(least);
  high = singleOf(most);
  return least < most;
}

@inline
function singleOf(key: u32): f64 {
  return <f64>reinterpret<f32>(key & 0x80000000 ? key ^ 0x80000000 : ~key);
}

/** The same of an attribute with missing cells, which count for nothing. */
export function findKnownRange(a: i32, ids: usize, n: i32): bool {
  low = Infinity;
  high = -Infinity;
  for (let i = 0; i < n; i++) {
    const x = cellOf(a, load<u32>(ids + (<usize>i << 2)));
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return low < high;
}

/** The greatest key of cells that surely are at most `cut`. */
export function boundOf(cut: f64): u32 {
  const key = keyOf(cut);
  return !isWide && <f64>(<f32>cut) <= cut ? key : key - 1;
}

/** The key of cells that must be looked at themselves; one that no cell has, where all cells are singles. */
export function doubtOf(cut: f64): u32 {
  return isWide ? keyOf(cut) : 0xffffffff;
}

/** The least and the greatest cell, among those whose key is. */
function findRange(a: i32, ids: usize, n: i32): bool {
  low = Infinity;
  high = -Infinity;
  const lower = i32x4.splat(least);
  const upper = i32x4.splat(most);
  for (let i = 0; i < n; i += 4) {
    const four = v128.load(keys + (<usize>i << 2));
    let found = i32x4.bitmask(v128.or(i32x4.eq(four, lower), i32x4.eq(four, upper)));
    if (i + 4 > n) found &= (1 << (n - i)) - 1;
    for (; found != 0; found &= found - 1) {
      const x = cellOf(a, load<u32>(ids + (<usize>(i + i32.ctz(found)) << 2)));
      if (x < low) low = x;
      if (x > high) high = x;
    }
  }
  return low < high;
}
