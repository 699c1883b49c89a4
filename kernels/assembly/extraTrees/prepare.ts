import { rankColumn, sortColumn, sortScratch } from "../common/radix";
import {
  BITS,
  CELL_BITS,
  cellCount,
  kindOf,
  LOW_BITS,
  NUMERIC,
  placeOf,
  setCells,
  setDistinct,
  setWay,
  shiftOf,
  tableCells,
  valuesOf,
} from "./column";
import { makeBuckets } from "./lookUp";
import { scaleColumn } from "./scaled";
import { attributes, queue, rows } from "../forest/params";
import { readAll, rowCells, rowWidth } from "./params";

// What is done once for all trees: numbers become ranks, and cells are laid out row by row.

/** Bytes of a thread's scratch for `rankNumbers`. */
export function rankScratch(n: i32): usize {
  return sortScratch(n) + (<usize>n << 3) + (<usize>n << 2);
}

/** Replaces the values of numeric attributes by ranks. The threads take attributes from the queue. */
export function rankNumbers(thread: i32, threads: i32, job: usize, scratches: usize): void {
  readAll(job);
  const scratch = <usize>load<u32>(scratches + (<usize>thread << 2));
  for (;;) {
    const a = atomic.add<i32>(queue, 1);
    if (a >= attributes) return;
    if (kindOf(a) == NUMERIC) rankNumbersOf(a, scratch);
    setWay(a);
  }
}

export function rankNumbersOf(a: i32, scratch: usize): void {
  const values = scratch + sortScratch(rows);
  const order = values + (<usize>rows << 3);
  const cells = tableCells(a);
  sortColumn(valuesOf(a), rows, order, scratch);
  const distinct = rankColumn(valuesOf(a), rows, order, cells, values);
  memory.copy(valuesOf(a), values, <usize>distinct << 3);
  setDistinct(a, distinct);
  const gaps = replaceMissing(cells, distinct);
  if (distinct <= FEW_VALUES) narrow(cells);
  setCells(a, distinct <= FEW_VALUES ? 0 : 2, gaps);
  if (distinct <= FEW_VALUES || !scaleColumn(a)) makeBuckets(a);
}

/** Values up to this many have ranks of one byte. */
const FEW_VALUES: i32 = 254;

/** Adds 1 to ranks; a missing value becomes 0. Whether there are such. */
function replaceMissing(cells: usize, distinct: i32): bool {
  let gaps = false;
  for (let at = cells; at < cells + (<usize>rows << 2); at += 4) {
    const rank = load<i32>(at);
    gaps = gaps || rank == distinct;
    store<i32>(at, rank == distinct ? 0 : rank + 1);
  }
  return gaps;
}

/** Cells of four bytes become cells of one. */
function narrow(cells: usize): void {
  for (let row: usize = 0; row < <usize>rows; row++) store<u8>(cells + row, <u8>load<u32>(cells + (row << 2)));
}

/** Rows that a thread takes from the queue at a time. */
const CHUNK: i32 = 512;

export function layRows(thread: i32, threads: i32, job: usize): void {
  readAll(job);
  for (;;) {
    const from = atomic.add<i32>(queue, CHUNK);
    if (from >= rows) return;
    layChunk(from, min(from + CHUNK, rows));
  }
}

export function layChunk(from: i32, to: i32): void {
  for (let a = 0; a < attributes; a++) {
    let cell = rowCells + ((<usize>from * <usize>rowWidth + <usize>placeOf(a)) << 2);
    for (let row = <usize>from; row < <usize>to; row++, cell += <usize>rowWidth << 2) layCell(a, row, cell);
  }
}

/** Numbers and codes, -1 where missing; of a few levels a bit each, and one after the last for a missing value. */
@inline
function layCell(a: i32, row: usize, to: usize): void {
  const cells = tableCells(a);
  const shift = shiftOf(a);
  const cell =
    shift == 0 ? <u32>load<u8>(cells + row) : shift == 1 ? <u32>load<u16>(cells + (row << 1)) : load<u32>(cells + (row << 2));
  if (kindOf(a) != BITS) return store<i32>(to, <i32>cell - 1);
  const bit = <u64>1 << <u64>cell;
  store<i32>(to, <i32>(bit & LOW_BITS));
  if (cellCount(a) > 1) store<i32>(to, <i32>(bit >> CELL_BITS), 4);
}
