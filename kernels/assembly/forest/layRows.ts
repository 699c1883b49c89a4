import { layKeyRows } from "./keys";
import { attributes, cellsOf, isKeyed, isWide, queue, readParams, rowCells, rows, singlesOf } from "./params";

// The cells in which random cuts are searched: by attribute and by row.

/** Writes the cells of every attribute as singles; the threads take attributes from the queue. */
export function laySingles(thread: i32, threads: i32, at: usize): void {
  readParams(at);
  for (;;) {
    const a = atomic.add<i32>(queue, 1);
    if (a >= attributes) return;
    const cells = cellsOf(a);
    const singles = singlesOf(a);
    for (let row: usize = 0; row < <usize>rows; row++)
      store<f32>(singles + (row << 2), <f32>load<f64>(cells + (row << 3)));
  }
}

/** Rows that a thread takes from the queue at a time. */
const CHUNK: i32 = 512;

/** Writes the cells row by row. */
export function layRows(thread: i32, threads: i32, at: usize): void {
  readParams(at);
  const shift: usize = isWide ? 3 : 2;
  const bytes = <usize>attributes << shift;
  for (;;) {
    const from = atomic.add<i32>(queue, CHUNK);
    if (from >= rows) return;
    const to = min(from + CHUNK, rows);
    if (isKeyed) {
      layKeyRows(from, to);
      continue;
    }
    for (let a = 0; a < attributes; a++) {
      const cells = cellsOf(a);
      let cell = rowCells + <usize>from * bytes + (<usize>a << shift);
      for (let row = <usize>from; row < <usize>to; row++, cell += bytes) {
        const x = load<f64>(cells + (row << 3));
        if (isWide) store<f64>(cell, x);
        else store<f32>(cell, <f32>x);
      }
    }
  }
}
