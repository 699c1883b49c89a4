import { take } from "../forest/arena";
import { blockSpan, blockWords, cellsHere, mostWords } from "./blocks";
import { levelsOf } from "./column";

// What the cells of a node's rows are: their range, or the levels that occur. All rows of the block are read.

/** By row of the block: 255 if it is at the node, otherwise 0. */
export let atNode: usize = 0;

/** The least and the greatest known cell, as column.ts describes them, before 1 is added; `high` is -1 if none is known. */
export let low: i32 = 0;
export let high: i32 = 0;

export function takeRange(): void {
  atNode = take(mostWords() << 6);
}

/** A bit for each byte of eight. */
@inline
function bitOfByte(): v128 {
  return i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
}

/** A byte of ones for each of sixteen bits that is set. */
@inline
export function bytesOf(bits: v128): v128 {
  const spread = i8x16.shuffle(bits, bits, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  return i8x16.eq(v128.and(spread, bitOfByte()), bitOfByte());
}

/** Makes these rows of the block the node's. */
@inline
export function startNode(bits: usize): void {
  for (let at: usize = 0; at < blockWords << 3; at += 2)
    v128.store(atNode + (at << 3), bytesOf(v128.load16_splat(bits + at)));
}


/** Ones in the lanes of rows at the node, from the bytes of those rows. */
@inline
function lanesAt<T>(at: usize): v128 {
  if (sizeof<T>() == 1) return v128.load(at);
  if (sizeof<T>() == 2) return v128.load_ext<i8>(at);
  return i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(at)));
}

/** The cells of four rows or more, those of rows elsewhere as missing ones: 0, and less 1 the greatest number. */
@inline
function own<T>(cell: usize, at: usize): v128 {
  return v128.and(v128.load(cell), lanesAt<T>(at));
}

@inline
function greatest<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.max<T>(v128.max<T>(a, b), v128.max<T>(c, d));
}

@inline
function least<T>(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.min<T>(v128.min<T>(a, b), v128.min<T>(c, d));
}

/** Finds the range of an attribute whose cells have type T, other than bits. */
@inline
export function findRange<T>(a: i32): void {
  const cells = cellsHere(a);
  const one = v128.splat<T>(<T>1);
  const lanes = 16 / sizeof<T>();
  let top = i64x2.splat(0);
  let bottom = i64x2.splat(-1);
  const end = atNode + blockSpan;
  for (let at = atNode, cell = cells; at < end; at += 4 * lanes, cell += 64) {
    const a = own<T>(cell, at);
    const b = own<T>(cell + 16, at + lanes);
    const c = own<T>(cell + 32, at + 2 * lanes);
    const d = own<T>(cell + 48, at + 3 * lanes);
    top = v128.max<T>(top, greatest<T>(a, b, c, d));
    const lower = least<T>(v128.sub<T>(a, one), v128.sub<T>(b, one), v128.sub<T>(c, one), v128.sub<T>(d, one));
    bottom = v128.min<T>(bottom, lower);
  }
  const both = fold<T>(top, v128.not(bottom));
  high = <i32>(<T>i64x2.extract_lane(both, 0)) - 1;
  low = <i32>(~(<T>i64x2.extract_lane(both, 1)));
}

/** The greatest lane of each, in the first lane of either half. */
@inline
function fold<T>(first: v128, second: v128): v128 {
  const lower = v128.shuffle<u64>(first, second, 0, 2);
  let both = v128.max<T>(lower, v128.shuffle<u64>(first, second, 1, 3));
  both = v128.max<T>(both, i64x2.shr_u(both, 32));
  if (sizeof<T>() < 4) both = v128.max<T>(both, i64x2.shr_u(both, 16));
  if (sizeof<T>() < 2) both = v128.max<T>(both, i64x2.shr_u(both, 8));
  return both;
}

/** The levels of `a`, at most 61, that occur, as bits; that after the last if values are missing. */
export function levelsAt(a: i32): u64 {
  const cells = cellsHere(a);
  let found = <u64>sixteenLevels(cells, 0);
  for (let from = 16; from <= levelsOf(a); from += 16) found |= <u64>sixteenLevels(cells, from) << from;
  return found;
}

/** The codes of sixteen rows, less the first; of rows elsewhere 255. */
@inline
function codesAt(cells: usize, first: v128, at: usize): v128 {
  return v128.or(i8x16.sub(v128.load(cells), first), v128.not(v128.load(at)));
}

@inline
function among(table: v128, a: v128, b: v128): v128 {
  return v128.or(i8x16.swizzle(table, a), i8x16.swizzle(table, b));
}

/** Which of sixteen levels occur. Others select nothing from the tables. */
@inline
function sixteenLevels(cells: usize, from: i32): u32 {
  const first = i8x16.splat(<i8>from);
  const lower = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const upper = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
  let low = i64x2.splat(0);
  let high = low;
  for (let at: usize = 0; at < blockWords << 6; at += 64) {
    const a = codesAt(cells + at, first, atNode + at);
    const b = codesAt(cells + at + 16, first, atNode + at + 16);
    const c = codesAt(cells + at + 32, first, atNode + at + 32);
    const d = codesAt(cells + at + 48, first, atNode + at + 48);
    low = v128.or(low, v128.or(among(lower, a, b), among(lower, c, d)));
    high = v128.or(high, v128.or(among(upper, a, b), among(upper, c, d)));
  }
  let both = v128.or(v128.shuffle<u64>(low, high, 0, 2), v128.shuffle<u64>(low, high, 1, 3));
  both = v128.or(both, i64x2.shr_u(both, 32));
  both = v128.or(both, i64x2.shr_u(both, 16));
  both = v128.or(both, i64x2.shr_u(both, 8));
  return (<u32>i64x2.extract_lane(both, 0) & 255) | ((<u32>i64x2.extract_lane(both, 1) & 255) << 8);
}
