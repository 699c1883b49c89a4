import { take } from "../common/bump";
import { blockWords, cellsHere, mostWords } from "./blocks";
import { levelsOf, shiftOf } from "./column";

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

/** Finds the range of an attribute that is not nominal. */
@inline
export function findRange(a: i32): void {
  const cells = cellsHere(a);
  const shift = shiftOf(a);
  if (shift == 0) range8(cells);
  else if (shift == 1) range16(cells);
  else range32(cells);
}

function range8(cells: usize): void {
  rangeOf<u8>(cells);
}

function range16(cells: usize): void {
  rangeOf<u16>(cells);
}

function range32(cells: usize): void {
  rangeOf<u32>(cells);
}

/** Ones in the lanes of rows at the node, from the bytes of those rows. */
@inline
function lanesAt<T>(at: usize): v128 {
  if (sizeof<T>() == 1) return v128.load(at);
  if (sizeof<T>() == 2) return v128.load_ext<i8>(at);
  return i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(at)));
}

@inline
function rangeOf<T>(cells: usize): void {
  const one = v128.splat<T>(<T>1);
  let most = i64x2.splat(0);
  let least = i64x2.splat(-1);
  const end = atNode + (blockWords << 6);
  for (let at = atNode, cell = cells; at < end; at += 16 / sizeof<T>(), cell += 16) {
    // Rows elsewhere become missing ones: 0, and less 1 the greatest number.
    const own = v128.and(v128.load(cell), lanesAt<T>(at));
    most = v128.max<T>(most, own);
    least = v128.min<T>(least, v128.sub<T>(own, one));
  }
  const both = fold<T>(most, v128.not(least));
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

/** Which of sixteen levels occur. Others select nothing from the tables. */
@inline
function sixteenLevels(cells: usize, from: i32): u32 {
  const first = i8x16.splat(<i8>from);
  const lower = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  const upper = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
  let low = i64x2.splat(0);
  let high = low;
  for (let at: usize = 0; at < blockWords << 6; at += 16) {
    const here = v128.load(atNode + at);
    const code = i8x16.sub(v128.load(cells + at), first);
    low = v128.or(low, v128.and(here, i8x16.swizzle(lower, code)));
    high = v128.or(high, v128.and(here, i8x16.swizzle(upper, code)));
  }
  let both = v128.or(v128.shuffle<u64>(low, high, 0, 2), v128.shuffle<u64>(low, high, 1, 3));
  both = v128.or(both, i64x2.shr_u(both, 32));
  both = v128.or(both, i64x2.shr_u(both, 16));
  both = v128.or(both, i64x2.shr_u(both, 8));
  return (<u32>i64x2.extract_lane(both, 0) & 255) | ((<u32>i64x2.extract_lane(both, 1) & 255) << 8);
}
