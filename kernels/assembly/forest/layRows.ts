import { narrowKey } from "../common/radix";
import { attributes, cellsOf, keysOf, queue, readParams, rowKeys, rows, setSingle } from "./params";

// What cuts drawn by chance are looked for in: keys of half the width of cells, by attribute and by row.

/** Makes the keys of every attribute; the threads take attributes from the queue. */
export function layKeys(thread: i32, threads: i32, at: usize): void {
  readParams(at);
  for (;;) {
    const a = atomic.add<i32>(queue, 1);
    if (a >= attributes) return;
    const cells = cellsOf(a);
    const keys = keysOf(a);
    let others = 0;
    for (let row: usize = 0; row < <usize>rows; row++) {
      const x = load<f64>(cells + (row << 3));
      store<u32>(keys + (row << 2), narrowKey(x));
      others += <f64>(<f32>x) != x ? 1 : 0;
    }
    if (others == 0) setSingle(a);
  }
}

/** Rows that a thread takes from the queue at a time. */
const CHUNK: i32 = 512;

/** Writes the keys row by row. */
export function layRows(thread: i32, threads: i32, at: usize): void {
  readParams(at);
  const bytes = <usize>attributes << 2;
  for (;;) {
    const from = atomic.add<i32>(queue, CHUNK);
    if (from >= rows) return;
    const to = min(from + CHUNK, rows);
    for (let a = 0; a < attributes; a++) {
      const keys = keysOf(a);
      let cell = rowKeys + <usize>from * bytes + (<usize>a << 2);
      for (let row = <usize>from; row < <usize>to; row++, cell += bytes) store<u32>(cell, load<u32>(keys + (row << 2)));
    }
  }
}
