import { rankColumn, sortColumn, sortScratch } from "../common/radix";
import { cellsOf, kindOf, NUMERIC, setDistinct, valuesOf } from "./column";
import { makeBuckets } from "./lookUp";
import { attributes, queue, readParams, rowCells, rows } from "./params";

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
  for (let at = cells; at < cells + (<usize>rows << 2); at += 4)
    store<i32>(at, select<i32>(-1, load<i32>(at), load<i32>(at) == distinct));
  setDistinct(a, distinct);
  makeBuckets(a);
}

/** Words of a row: whole vectors. */
@inline
export function rowWords(): i32 {
  return (attributes + 3) & ~3;
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
  const bytes = <usize>rowWords() << 2;
  for (let a = 0; a < attributes; a++) {
    const cells = cellsOf(a);
    let cell = rowCells + <usize>from * bytes + (<usize>a << 2);
    for (let row = <usize>from; row < <usize>to; row++, cell += bytes) store<i32>(cell, load<i32>(cells + (row << 2)));
  }
}
