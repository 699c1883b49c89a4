// Tallies: for every bin of every attribute the sum of its rows' cells. A cell is gradient and hessian in one i64, so
// one addition adds both, and sums do not depend on the order of rows.

import { attributeAt, attributes, cellsOf, field, isWide, offsetOf, rows, rowsAt, shift, stride } from "./plan";

/** Narrow attributes tallied in one pass over the rows: their cells stay in the L1 and L2 caches. */
const TOGETHER: i32 = 64;
/** Rows that are prefetched before they are added, so that their cache misses overlap. */
const AHEAD: usize = 32;
/** A table of this many bytes is in the L2 cache anyway. */
const CACHED: usize = 1 << 18;

/** The values read by prefetching must be used, or the compiler would remove the reads. */
export let touched: i32 = 0;

// The attributes to tally, narrow ones first, 8 bytes each: the offset of their cells in a slot, replaced by their
// address while rows are added, and their offset in a row of bins.
let list: usize = 0;
let narrowCount: i32 = 0;
let wideCount: i32 = 0;
/** Whether all narrow attributes are listed: their bytes then lie side by side at the beginning of a row. */
let isWhole: bool = false;

/** Lists the attributes that are drawn for the tree. */
export function listDrawn(mask: usize, to: usize): void {
  list = to;
  narrowCount = 0;
  wideCount = 0;
  isWhole = true;
  for (let a = 0; a < attributes; a++) {
    if (isWide(attributeAt(a))) continue;
    if (load<u8>(mask + <usize>a) == 0) isWhole = false;
    else note(a, narrowCount++);
  }
  for (let a = 0; a < attributes; a++) {
    if (isWide(attributeAt(a)) && load<u8>(mask + <usize>a) != 0) note(a, narrowCount + wideCount++);
  }
}

@inline
function note(a: i32, at: i32): void {
  const to = list + (<usize>at << 3);
  store<u32>(to, <u32>cellsOf(attributeAt(a)));
  store<u32>(to, <u32>offsetOf(attributeAt(a)), 4);
}

function moveList(by: u32): void {
  const end = list + (<usize>(narrowCount + wideCount) << 3);
  for (let at = list; at < end; at += 8) store<u32>(at, load<u32>(at) + by);
}

@inline
function bump(bin: u32, item: usize, cell: i64): void {
  const at = <usize>load<u32>(item) + (<usize>bin << 3);
  store<i64>(at, load<i64>(at) + cell);
}

/** One row's bytes from `row` on, for `n` attributes listed from `item` on. */
@inline
function addRow(row: usize, item: usize, n: usize, cell: i64): void {
  let at = row;
  let to = item;
  const fours = row + (n & ~3);
  for (; at < fours; at += 4) {
    bump(load<u8>(at), to, cell);
    bump(load<u8>(at, 1), to + 8, cell);
    bump(load<u8>(at, 2), to + 16, cell);
    bump(load<u8>(at, 3), to + 24, cell);
    to += 32;
  }
  const end = row + n;
  for (; at < end; at++) {
    bump(load<u8>(at), to, cell);
    to += 8;
  }
}

/** A row's listed attributes of one width, wherever they are in the row. */
@inline
function addListed<T>(row: usize, item: usize, n: usize, cell: i64): void {
  const end = item + (n << 3);
  for (let at = item; at < end; at += 8) bump(<u32>load<T>(row + <usize>load<u32>(at, 4)), at, cell);
}

/** Adds `count` entries to a slot, or subtracts them. Wide attributes are added with the first narrow ones. */
export function tally(entries: usize, count: i32, slot: usize, minus: bool): void {
  moveList(<u32>slot);
  tallySome(entries, count, 0, min(TOGETHER, narrowCount), wideCount, minus);
  for (let first = TOGETHER; first < narrowCount; first += TOGETHER) {
    tallySome(entries, count, first, min(TOGETHER, narrowCount - first), 0, minus);
  }
  moveList(0 - <u32>slot);
}

function tallySome(entries: usize, count: i32, first: i32, narrow: i32, wide: i32, minus: bool): void {
  const base = rowsAt;
  const item = list + (<usize>first << 3);
  const wideItem = list + (<usize>narrowCount << 3);
  const n = <usize>narrow;
  const bytes = stride;
  const bits = shift;
  const low = field;
  const mask: u32 = (1 << low) - 1;
  const sign: i64 = minus ? -1 : 0;
  const whole = isWhole;
  const prefetches = <usize>rows * bytes > CACHED;
  const end = entries + (<usize>count << 3);
  let seen = 0;
  let at = entries;
  while (at < end) {
    const stop = min(at + AHEAD * 8, end);
    if (prefetches) {
      for (let ahead = at; ahead < stop; ahead += 8) seen ^= load<u8>(base + <usize>load<u32>(ahead) * bytes);
    }
    for (; at < stop; at += 8) {
      const gradient = load<u32>(at, 4);
      // Rows that a model of classes is sure of add nothing on the grid.
      if (gradient == 0) continue;
      const cell = (((<i64>(<i32>gradient >> low) << bits) + <i64>(gradient & mask)) ^ sign) - sign;
      const row = base + <usize>load<u32>(at) * bytes;
      if (whole) addRow(row + <usize>first, item, n, cell);
      else addListed<u8>(row, item, n, cell);
      if (wide > 0) addListed<u16>(row, wideItem, <usize>wide, cell);
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
