import { rowCells } from "./params";

// Copies the rows of entries to a block. They are far away in memory: the lines of the cache that they are in are first all
// read, with so little work in between that many are on their way at once.

/** Rows whose lines are read before they are copied. */
const CHUNK: usize = 128;
const LINE: usize = 64;

/** What was read last: otherwise nothing would have to be. */
let seen: u32 = 0;

/**
 * Rows of this many bytes; up to 12 bytes past the last are written. A call of memory.copy costs more than a few vectors. T: an
 * entry, whose lower bits are a row.
 */
export function copyRows<T>(entries: usize, n: i32, bytes: usize, block: usize): void {
  const end = entries + <usize>n * sizeof<T>();
  let to = block;
  for (let from = entries; from < end; from += CHUNK * sizeof<T>()) {
    const last = min(from + CHUNK * sizeof<T>(), end);
    readLines<T>(from, last, bytes);
    for (let at = from; at < last; at += sizeof<T>(), to += bytes) {
      const row = rowCells + <usize>(<u32>load<T>(at)) * bytes;
      for (let k: usize = 0; k < bytes; k += 16) v128.store(to + k, v128.load(row + k));
    }
  }
}

@inline
function readLines<T>(from: usize, end: usize, bytes: usize): void {
  let sum: u32 = 0;
  for (let k: usize = 0; k < bytes; k += LINE)
    for (let at = from; at < end; at += sizeof<T>()) sum += load<u32>(rowCells + <usize>(<u32>load<T>(at)) * bytes + k);
  seen = sum;
}
