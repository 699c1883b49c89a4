import { narrowKey, wideKey } from "../common/radix";
import { keyOf } from "./nodeKeys";
import { attributes, cellsOf, isWide, keysOf, queue, readParams, rowKeys, rows } from "./params";

// What cuts drawn by chance are looked for in: keys by attribute and by row.

/** Makes the keys of every attribute; the threads take attributes from the queue. */
export function layKeys(thread: i32, threads: i32, at: usize): void {
  readParams(at);
  for (;;) {
    const a = atomic.add<i32>(queue, 1);
    if (a >= attributes) return;
    const cells = cellsOf(a);
    const keys = keysOf(a);
    for (let row: usize = 0; row < <usize>rows; row++)
      store<u32>(keys + (row << 2), keyOf(load<f64>(cells + (row << 3))));
  }
}

/** Rows that a thread takes from the queue at a time. */
const CHUNK: i32 = 512;

/** Writes the keys row by row. */
export function layRows(thread: i32, threads: i32, at: usize): void {
  readParams(at);
  const shift: usize = isWide ? 3 : 2;
  const bytes = <usize>attributes << shift;
  for (;;) {
    const from = atomic.add<i32>(queue, CHUNK);
    if (from >= rows) return;
    const to = min(from + CHUNK, rows);
    for (let a = 0; a < attributes; a++) {
      const cells = cellsOf(a);
      let key = rowKeys + <usize>from * bytes + (<usize>a << shift);
      for (let row = <usize>from; row < <usize>to; row++, key += bytes) {
        const x = load<f64>(cells + (row << 3));
        if (isWide) store<u64>(key, wideKey(x));
        else store<u32>(key, narrowKey(x));
      }
    }
  }
}
