// Tallies: for every bin of every attribute the sum of its rows' cells. A cell is gradient and hessian in one i64, so
// one addition adds both, and sums do not depend on the order of rows.

import { field, narrow, rowsAt, shift, stride, wide, wideAt } from "./plan";

/** Bytes of a narrow attribute's 256 cells. */
export const CELLS: usize = 2048;
/** Narrow attributes tallied in one pass over the rows: their cells stay in the L1 and L2 caches. */
const TOGETHER: i32 = 64;
/** Rows that are prefetched before they are added, so that their cache misses overlap. */
const AHEAD: usize = 32;

/** The values read by prefetching must be used, or the compiler would remove the reads. */
export let touched: i32 = 0;

@inline
function bump(row: usize, cells: usize, cell: i64): void {
  const at = cells + (<usize>load<u8>(row) << 3);
  store<i64>(at, load<i64>(at) + cell);
}

@inline
function bump4(row: usize, cells: usize, cell: i64): void {
  let at = cells + (<usize>load<u8>(row) << 3);
  store<i64>(at, load<i64>(at) + cell);
  at = cells + (<usize>load<u8>(row, 1) << 3);
  store<i64>(at, load<i64>(at, 2048) + cell, 2048);
  at = cells + (<usize>load<u8>(row, 2) << 3);
  store<i64>(at, load<i64>(at, 4096) + cell, 4096);
  at = cells + (<usize>load<u8>(row, 3) << 3);
  store<i64>(at, load<i64>(at, 6144) + cell, 6144);
}

@inline
function bump8(row: usize, cells: usize, cell: i64): void {
  bump4(row, cells, cell);
  bump4(row + 4, cells + 4 * CELLS, cell);
}

/** One row's bytes from `row`, for `n` attributes whose cells begin at `cells`. */
@inline
function addRow(row: usize, n: usize, cells: usize, cell: i64): void {
  let at = row;
  let to = cells;
  const eights = row + (n & ~7);
  for (; at < eights; at += 8) {
    bump8(at, to, cell);
    to += 8 * CELLS;
  }
  if ((n & 4) != 0) {
    bump4(at, to, cell);
    at += 4;
    to += 4 * CELLS;
  }
  const end = row + n;
  for (; at < end; at++) {
    bump(at, to, cell);
    to += CELLS;
  }
}

/** A row's wide attributes. */
@inline
function addWide(row: usize, count: i32, slot: usize, cell: i64): void {
  for (let w = 0; w < count; w++) {
    const record = wideAt + (<usize>w << 3);
    const bin = <usize>load<u16>(row + <usize>load<u32>(record));
    const at = slot + <usize>load<u32>(record, 4) + (bin << 3);
    store<i64>(at, load<i64>(at) + cell);
  }
}

/** Adds `count` entries to a slot of zeros. Wide attributes are added with the first narrow ones. */
export function tally(entries: usize, count: i32, slot: usize): void {
  tallySome(entries, count, 0, <usize>min(TOGETHER, narrow), slot, wide);
  for (let first = TOGETHER; first < narrow; first += TOGETHER) {
    const n = <usize>min(TOGETHER, narrow - first);
    tallySome(entries, count, <usize>first, n, slot, 0);
  }
}

function tallySome(entries: usize, count: i32, first: usize, n: usize, slot: usize, alsoWide: i32): void {
  const base = rowsAt + first;
  const cells = slot + first * CELLS;
  const bytes = stride;
  const bits = shift;
  const low = field;
  const mask: u32 = (1 << low) - 1;
  const end = entries + (<usize>count << 3);
  let seen = 0;
  let at = entries;
  while (at < end) {
    const stop = min(at + AHEAD * 8, end);
    for (let ahead = at; ahead < stop; ahead += 8) seen ^= load<u8>(base + <usize>load<u32>(ahead) * bytes);
    for (; at < stop; at += 8) {
      const gradient = load<u32>(at, 4);
      const cell = (<i64>(<i32>gradient >> low) << bits) + <i64>(gradient & mask);
      const row = <usize>load<u32>(at) * bytes;
      addRow(base + row, n, cells, cell);
      if (alsoWide > 0) addWide(rowsAt + row, alsoWide, slot, cell);
    }
  }
  touched ^= seen;
}

/** Adds another slot's cells, or subtracts them: cells of n bytes, a multiple of 16. */
export function addCells(to: usize, from: usize, n: usize): void {
  for (let b: usize = 0; b < n; b += 16) {
    v128.store(to + b, i64x2.add(v128.load(to + b), v128.load(from + b)));
  }
}

export function subtractCells(to: usize, from: usize, n: usize): void {
  for (let b: usize = 0; b < n; b += 16) {
    v128.store(to + b, i64x2.sub(v128.load(to + b), v128.load(from + b)));
  }
}
