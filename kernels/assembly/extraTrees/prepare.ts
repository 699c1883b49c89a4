import { rankColumn, sortColumn, sortScratch } from "../common/radix";
import { cellCount, cellsOf, cellsOfPart, kindOf, NUMERIC, placeOf, setDistinct, valuesOf } from "./column";
import { makeBuckets } from "./lookUp";
import { scaleColumn } from "./scaled";
import { attributes, queue, readParams, rowCells, rows, rowWidth } from "./params";

// What is done once for all trees: numbers become ranks, and cells are laid out row by row.

/** Bytes of a thread's scratch for `rankNumbers`. */
export function rankScratch(n: i32): usize {
  return sortScratch(n) + (<usize>n << 3) + (<usize>n << 2);
}

/** Replaces the values of numeric attributes by ranks. The threads take attributes from the queue. */
export function rankNumbers(thread: i32, threads: i32, job: usize, scratches: usize): void {
  readParams(job);
  const scratch = <usize>load<u32>(scratches + (<usize>thread << 2));
  for (;;) {
    const a = atomic.add<i32>(queue, 1);
    if (a >= attributes) return;
    if (kindOf(a) == NUMERIC) rankNumbersOf(a, scratch);
  }
}

export function rankNumbersOf(a: i32, scratch: usize): void {
  const values = scratch + sortScratch(rows);
  const order = values + (<usize>rows << 3);
  const cells = cellsOf(a);
  sortColumn(valuesOf(a), rows, order, scratch);
  const distinct = rankColumn(valuesOf(a), rows, order, cells, values);
  memory.copy(valuesOf(a), values, <usize>distinct << 3);
  setDistinct(a, distinct);
  if (scaleColumn(a)) return;
  for (let at = cells; at < cells + (<usize>rows << 2); at += 4)
    store<i32>(at, select<i32>(-1, load<i32>(at), load<i32>(at) == distinct));
  makeBuckets(a);
}

/** Rows that a thread takes from the queue at a time. */
const CHUNK: i32 = 512;

export function layRows(thread: i32, threads: i32, job: usize): void {
  readParams(job);
  for (;;) {
    const from = atomic.add<i32>(queue, CHUNK);
    if (from >= rows) return;
    layChunk(from, min(from + CHUNK, rows));
  }
}

export function layChunk(from: i32, to: i32): void {
  for (let a = 0; a < attributes; a++)
    for (let part = 0; part < cellCount(a); part++) layPart(cellsOfPart(a, part), placeOf(a) + part, from, to);
  // The cells that are not used must not vary.
  for (let place = placeOf(attributes - 1) + cellCount(attributes - 1); place < rowWidth; place++)
    layPart(0, place, from, to);
}

/** Copies one cell of some rows from a column; from 0 zeros. */
function layPart(cells: usize, place: i32, from: i32, to: i32): void {
  const bytes = <usize>rowWidth << 2;
  let cell = rowCells + <usize>from * bytes + (<usize>place << 2);
  for (let row = <usize>from; row < <usize>to; row++, cell += bytes)
    store<i32>(cell, cells ? load<i32>(cells + (row << 2)) : 0);
}
