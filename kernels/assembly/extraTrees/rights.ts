import { take } from "../forest/arena";
import { blockSpan, blockWords, cellsHere, mostWords } from "./blocks";
import { BITS, kindOf, levelsOf, shiftOf } from "./column";
import { atNode, bytesOf } from "./range";

// The rows of a node that a test sends right: those of the block's rows that it does, and the node has.

/** The rows that the last test sent right, and those whose value is known (bits, in words of u64). */
export let rights: usize = 0;
export let known: usize = 0;
/** Sixteen bytes for each sixteen levels: 255 for those on the right. */
let tables: usize = 0;

export function takeRights(): void {
  rights = take(mostWords() << 3);
  known = take(mostWords() << 3);
  tables = take(64);
}

/** The rows with cells above a bound go right; missing values never. */
export function sendAbove(a: i32, bound: i32, to: usize): void {
  const cells = cellsHere(a);
  const shift = shiftOf(a);
  if (shift == 0) above8(cells, bound + 1, to);
  else if (shift == 1) above16(cells, bound + 1, to);
  else above32(cells, bound + 1, to);
}

function above8(cells: usize, bound: i32, to: usize): void {
  aboveOf<u8>(cells, bound, to);
}

function above16(cells: usize, bound: i32, to: usize): void {
  aboveOf<u16>(cells, bound, to);
}

function above32(cells: usize, bound: i32, to: usize): void {
  aboveOf<u32>(cells, bound, to);
}

@inline
function aboveOf<T>(cells: usize, bound: i32, to: usize): void {
  const limit = v128.splat<T>(<T>bound);
  let cell = cells;
  let word = to;
  if (blockSpan == 16) {
    store<u64>(word, here(0, above<T>(cell, limit)));
    return;
  }
  // Whole words are stored, because they are read as such at once.
  for (let at: usize = 0; at < blockWords << 6; at += 64, cell += 64 * sizeof<T>(), word += 8) {
    const lower = here(at, above<T>(cell, limit)) | (here(at + 16, above<T>(cell + 16 * sizeof<T>(), limit)) << 16);
    const third = here(at + 32, above<T>(cell + 32 * sizeof<T>(), limit));
    store<u64>(word, lower | (third << 32) | (here(at + 48, above<T>(cell + 48 * sizeof<T>(), limit)) << 48));
  }
}

/** A byte of ones for each of sixteen cells above a limit. */
@inline
function above<T>(cell: usize, limit: v128): v128 {
  const first = v128.gt<T>(v128.load(cell), limit);
  if (sizeof<T>() == 1) return first;
  const second = v128.gt<T>(v128.load(cell, 16), limit);
  if (sizeof<T>() == 2) return i8x16.narrow_i16x8_s(first, second);
  const third = v128.gt<T>(v128.load(cell, 32), limit);
  const fourth = v128.gt<T>(v128.load(cell, 48), limit);
  return i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(first, second), i16x8.narrow_i32x4_s(third, fourth));
}

/** Of sixteen rows the bits of those at the node. */
@inline
function here(at: usize, bytes: v128): u64 {
  return <u64>(<u32>i8x16.bitmask(v128.and(bytes, v128.load(atNode + at))));
}

/** The rows with these levels go right. */
export function sendLevels(a: i32, levels: u64, to: usize): void {
  if (levelsOf(a) < 16) sendFew(cellsHere(a), levels, to);
  else sendMany(cellsHere(a), levels, (levelsOf(a) >> 4) + 1, to);
}

function sendFew(cells: usize, levels: u64, to: usize): void {
  const table = bytesOf(i64x2.splat(levels));
  let word = to;
  if (blockSpan == 16) {
    store<u64>(word, here(0, i8x16.swizzle(table, v128.load(cells))));
    return;
  }
  for (let at: usize = 0; at < blockWords << 6; at += 64, word += 8) {
    const lower = here(at, i8x16.swizzle(table, v128.load(cells + at)));
    const second = here(at + 16, i8x16.swizzle(table, v128.load(cells + at, 16)));
    const third = here(at + 32, i8x16.swizzle(table, v128.load(cells + at, 32)));
    const fourth = here(at + 48, i8x16.swizzle(table, v128.load(cells + at, 48)));
    store<u64>(word, lower | (second << 16) | (third << 32) | (fourth << 48));
  }
}

function sendMany(cells: usize, levels: u64, count: i32, to: usize): void {
  for (let i = 0; i < count; i++) v128.store(tables + (<usize>i << 4), bytesOf(i64x2.splat(levels >> (<u64>i << 4))));
  for (let word: usize = 0; word < blockWords; word++) {
    let bits: u64 = 0;
    for (let part: usize = 0; part < 64; part += 16) {
      const at = (word << 6) + part;
      bits |= here(at, fromTables(v128.load(cells + at), count)) << part;
    }
    store<u64>(to + (word << 3), bits);
  }
}

/** What the tables have for sixteen codes. */
@inline
function fromTables(codes: v128, count: i32): v128 {
  let code = codes;
  let bytes = i8x16.swizzle(v128.load(tables), code);
  for (let i = 1; i < count; i++) {
    code = i8x16.sub(code, i8x16.splat(16));
    bytes = v128.or(bytes, i8x16.swizzle(v128.load(tables + (<usize>i << 4)), code));
  }
  return bytes;
}

/** Finds the rows whose value is known. */
export function findKnown(a: i32): void {
  if (kindOf(a) == BITS) sendLevels(a, (<u64>1 << levelsOf(a)) - 1, known);
  else sendAbove(a, -1, known);
}

/** The number of rows in a set. */
@inline
export function sizeOf(bits: usize): i32 {
  let n: u64 = 0;
  for (let w: usize = 0; w < blockWords << 3; w += 8) n += popcnt(load<u64>(bits + w));
  return <i32>n;
}

/** Whether the node has rows with cells above the first bound, and not above the second. */
export function anyBetween(a: i32, first: i32, second: i32): bool {
  const cells = cellsHere(a);
  const low = i32x4.splat(first + 1);
  const high = i32x4.splat(second + 1);
  let any = i64x2.splat(0);
  for (let at: usize = 0; at < blockSpan; at += 16) {
    const between = v128.andnot(above<u32>(cells + (at << 2), low), above<u32>(cells + (at << 2), high));
    any = v128.or(any, v128.and(between, v128.load(atNode + at)));
  }
  return v128.any_true(any);
}
