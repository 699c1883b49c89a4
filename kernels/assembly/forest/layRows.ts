import { attributes, cellsOf, queue, readParams, rowCells, rows } from "./params";

/** Rows that a thread takes from the queue at a time. */
const CHUNK: i32 = 512;

/** Writes the cells row by row. */
export function layRows(thread: i32, threads: i32, at: usize): void {
  readParams(at);
  const bytes = <usize>attributes << 3;
  for (;;) {
    const from = atomic.add<i32>(queue, CHUNK);
    if (from >= rows) return;
    const to = min(from + CHUNK, rows);
    for (let a = 0; a < attributes; a++) {
      const column = cellsOf(a);
      let cell = rowCells + <usize>from * bytes + (<usize>a << 3);
      for (let row = <usize>from; row < <usize>to; row++, cell += bytes) store<f64>(cell, load<f64>(column + (row << 3)));
    }
  }
}
