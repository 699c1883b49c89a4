// Tallies: for every bin of every attribute the sum of its rows' cells. A cell is gradient and hessian in one i64, so
// one addition adds both, and sums do not depend on the order of rows.

import { attributeAt, binAt, binsOf, cellsOf, firstCell, inRow } from "./attribute";
import { spreadBundles } from "./bundle";
import { worker } from "./crew";
import {
  areBytes,
  attributes,
  bundleBytes,
  bundleLeast,
  bundleRowsAt,
  bundleStride,
  bundles,
  field,
  fieldMask,
  ownBundleCells,
  rows,
  rowsAt,
  shift,
  stride,
} from "./plan";

/** Rows that are prefetched before they are added, so that their cache misses overlap. */
const AHEAD: usize = 32;
/** A table of this many bytes is in the L2 cache anyway. */
const CACHED: usize = 1 << 18;

/** The values read by prefetching must be used, or the compiler would remove the reads. */
export let touched: i32 = 0;

/** The attributes to tally, four bytes each, in ascending order. */
let list: usize = 0;
export let listed: i32 = 0;

/** Lists the attributes that are drawn for the tree. */
export function listDrawn(mask: usize, to: usize): void {
  list = to;
  listed = 0;
  for (let a = 0; a < attributes; a++) {
    if (load<u8>(mask + <usize>a) == 0) continue;
    store<i32>(to + (<usize>listed << 2), a);
    listed++;
  }
}

/** The sum of all rows' cells in a slot: that of any attribute's. */
export function sumOf(slot: usize): i64 {
  const record = attributeAt(load<i32>(list));
  const cells = slot + cellsOf(record);
  let sum: i64 = 0;
  for (let b = 0; b <= binsOf(record); b++) sum += load<i64>(cells + (<usize>b << 3));
  return sum;
}

/** An entry's gradient and hessian as a cell. `low`, `bits`: where the gradient begins in either. */
@inline
export function cellOf(gradient: u32, low: i32, bits: i64): i64 {
  return (<i64>(<i32>gradient >> low) << bits) + <i64>(gradient & fieldMask);
}

@inline
function bump(cells: usize, number: u32, cell: i64): void {
  const at = cells + (<usize>number << 3);
  store<i64>(at, load<i64>(at) + cell);
}

/** Bytes of an attribute's cells if rows have its bin in a byte. */
const BYTE_CELLS: usize = 2048;

/** One row's cells, of `n` attributes side by side whose bins are bytes from `row` on. */
@inline
function addBytes(row: usize, n: usize, cells: usize, cell: i64): void {
  let at = row;
  let to = cells;
  const fours = row + (n & ~3);
  for (; at < fours; at += 4) {
    bump(to, load<u8>(at), cell);
    bump(to + BYTE_CELLS, load<u8>(at, 1), cell);
    bump(to + 2 * BYTE_CELLS, load<u8>(at, 2), cell);
    bump(to + 3 * BYTE_CELLS, load<u8>(at, 3), cell);
    to += 4 * BYTE_CELLS;
  }
  for (const end = row + n; at < end; at++) {
    bump(to, load<u8>(at), cell);
    to += BYTE_CELLS;
  }
}

/** The same, if rows have the numbers of the cells. */
@inline
function addNumbers(row: usize, n: usize, cells: usize, cell: i64): void {
  let at = row;
  const fours = row + ((n & ~3) << 1);
  for (; at < fours; at += 8) {
    bump(cells, load<u16>(at), cell);
    bump(cells, load<u16>(at, 2), cell);
    bump(cells, load<u16>(at, 4), cell);
    bump(cells, load<u16>(at, 6), cell);
  }
  const end = row + (n << 1);
  for (; at < end; at += 2) bump(cells, load<u16>(at), cell);
}

/** A row's cells of `n` attributes that are listed from `item` on. */
@inline
function addListed(row: usize, item: usize, n: usize, cells: usize, cell: i64): void {
  const end = item + (n << 2);
  for (let at = item; at < end; at += 4) {
    const a = load<i32>(at);
    const record = attributeAt(a);
    bump(cells, firstCell(record) + <u32>binAt(row + inRow(a), record), cell);
  }
}

/** Adds `count` entries to a slot, or subtracts them. */
export function tally(entries: usize, count: i32, slot: usize, minus: bool): void {
  if (bundles > 0 && count >= bundleLeast && listed == attributes) tallyBundles(entries, count, slot, minus);
  else tallyGroups(entries, count, slot, minus);
}

function tallyBundles(entries: usize, count: i32, slot: usize, minus: bool): void {
  const cells = ownBundleCells(worker);
  memory.fill(cells, 0, bundleBytes);
  addSome<u16>(entries, count, bundleRowsAt, bundleStride, 2 * bundles - 1, 0, bundles, cells, minus);
  spreadBundles(cells, slot);
}

/** Group by group, so that the cells stay in the L1 and L2 caches. */
function tallyGroups(entries: usize, count: i32, slot: usize, minus: bool): void {
  let item = 0;
  for (let first = 0; first < attributes; ) {
    let end = first + 1;
    while (end < attributes && firstCell(attributeAt(end)) != 0) end++;
    let stop = item;
    while (stop < listed && load<i32>(list + (<usize>stop << 2)) < end) stop++;
    const cells = slot + cellsOf(attributeAt(first));
    const all = stop - item == end - first;
    const base = all ? rowsAt + inRow(first) : rowsAt;
    const items = all ? 0 : list + (<usize>item << 2);
    const last = (all ? inRow(stop - item) : inRow(attributes)) - 1;
    if (areBytes) addSome<u8>(entries, count, base, stride, last, items, stop - item, cells, minus);
    else addSome<u16>(entries, count, base, stride, last, items, stop - item, cells, minus);
    item = stop;
    first = end;
  }
}

/**
 * Adds entries to cells: those that a row has the bins (u8) or the numbers (u16) of, `n` from the beginning of the row on,
 * or (`item` is not 0) of the attributes listed there. `base`, `bytes`: where rows begin, and the bytes of each; `last`:
 * the last of those that are read, which may lie in another cache line than the first.
 */
function addSome<T>(
  entries: usize,
  count: i32,
  base: usize,
  bytes: usize,
  last: usize,
  item: usize,
  n: i32,
  cells: usize,
  minus: bool,
): void {
  const bits = shift;
  const low = field;
  const sign: i64 = minus ? -1 : 0;
  const prefetches = <usize>rows * bytes > CACHED;
  const end = entries + (<usize>count << 3);
  let seen = 0;
  let at = entries;
  while (at < end) {
    const stop = min(at + AHEAD * 8, end);
    if (prefetches) {
      for (let ahead = at; ahead < stop; ahead += 8) {
        const row = base + <usize>load<u32>(ahead) * bytes;
        seen ^= load<u8>(row) ^ load<u8>(row + last);
      }
    }
    for (; at < stop; at += 8) {
      const gradient = load<u32>(at, 4);
      // Rows that a model of classes is sure of add nothing on the grid.
      if (gradient == 0) continue;
      const cell = (cellOf(gradient, low, bits) ^ sign) - sign;
      const row = base + <usize>load<u32>(at) * bytes;
      if (item != 0) addListed(row, item, <usize>n, cells, cell);
      else if (sizeof<T>() == 1) addBytes(row, <usize>n, cells, cell);
      else addNumbers(row, <usize>n, cells, cell);
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
