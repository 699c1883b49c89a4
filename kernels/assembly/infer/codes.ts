// Cells as codes, for small trees and for single rows. A test on a threshold checks whether the code, which is the number of
// the attribute's thresholds below the cell, is below a limit. A test on levels uses the level's code.

/** Bytes of a column record. */
export const COLUMN: usize = 20;

const LEVELS: u32 = 0;

@inline
function kindOf(column: usize): u32 {
  return load<u32>(column, 16);
}

/** Cells of the column: doubles, or 32-bit level codes. */
@inline
export function cellsOf(column: usize): usize {
  return load<u32>(column);
}

/** The sorted thresholds, padded with at least one infinity to `size` bytes, 8 times a power of two. */
@inline
export function tableOf(column: usize): usize {
  return load<u32>(column, 4);
}

@inline
function sizeOf(column: usize): usize {
  return load<u32>(column, 8);
}

/** The code of a missing value. */
@inline
function missingOf(column: usize): u32 {
  return load<u32>(column, 12);
}

/** Writes the codes of `count` rows from `first` on, `stride` bytes apart. */
export function encode<T>(column: usize, first: i32, count: i32, to: usize, stride: usize): void {
  if (kindOf(column) == LEVELS) encodeLevels<T>(column, first, count, to, stride);
  else encodeNumbers<T>(column, first, count, to, stride);
}

/** The code that a part of an attribute's levels begins with: see lanes.ts. */
@inline
function firstOf(column: usize): u32 {
  return load<u32>(column, 4);
}

/** How many codes the part has; a code outside it becomes this number. */
@inline
function partSizeOf(column: usize): u32 {
  return load<u32>(column, 8);
}

function encodeLevels<T>(column: usize, first: i32, count: i32, to: usize, stride: usize): void {
  const cells = cellsOf(column) + (<usize>first << 2);
  const end = cells + (<usize>count << 2);
  const missing = missingOf(column);
  const from = firstOf(column);
  const size = partSizeOf(column);
  for (let at = cells; at < end; at += 4, to += stride) {
    // As an unsigned number, a code before the part is above it.
    store<T>(to, <T>min(min(load<u32>(at), missing) - from, size));
  }
}

@inline
function put<T>(to: usize, x: f64, found: usize, missing: u32): void {
  store<T>(to, <T>select<u32>(<u32>(found >> 3), missing, x == x));
}

/** Four searches at a time: each step waits for a load, and the four loads overlap. */
function encodeNumbers<T>(column: usize, first: i32, count: i32, to: usize, stride: usize): void {
  const table = tableOf(column);
  const middle = sizeOf(column) >> 1;
  const missing = missingOf(column);
  const cells = cellsOf(column) + (<usize>first << 3);
  const end = cells + (<usize>count << 3);
  let at = cells;
  for (; at + 32 <= end; at += 32) {
    const w = load<f64>(at);
    const x = load<f64>(at, 8);
    const y = load<f64>(at, 16);
    const z = load<f64>(at, 24);
    let a: usize = table;
    let b: usize = table;
    let c: usize = table;
    let d: usize = table;
    for (let half = middle; half >= 8; half >>= 1) {
      a += select<usize>(half, 0, load<f64>(a + half - 8) < w);
      b += select<usize>(half, 0, load<f64>(b + half - 8) < x);
      c += select<usize>(half, 0, load<f64>(c + half - 8) < y);
      d += select<usize>(half, 0, load<f64>(d + half - 8) < z);
    }
    put<T>(to, w, a - table, missing);
    put<T>(to + stride, x, b - table, missing);
    put<T>(to + 2 * stride, y, c - table, missing);
    put<T>(to + 3 * stride, z, d - table, missing);
    to += 4 * stride;
  }
  for (; at < end; at += 8, to += stride) {
    const x = load<f64>(at);
    let a: usize = table;
    for (let half = middle; half >= 8; half >>= 1) a += select<usize>(half, 0, load<f64>(a + half - 8) < x);
    put<T>(to, x, a - table, missing);
  }
}
