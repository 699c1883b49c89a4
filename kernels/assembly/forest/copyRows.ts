import { rowCells } from "./params";

// Copies the rows of entries to a block. They are far away in memory: the lines of the cache that they are in are first all
// read, with so little work in between that many are on their way at once.

/** Rows whose lines are read before they are copied. */
const CHUNK: usize = 128 << 3;
const LINE: usize = 64;

/** What was read last: otherwise nothing would have to be. */
let seen: u32 = 0;

/** Rows of this many bytes; up to 12 bytes past the last are written. A call of memory.copy costs more than a few vectors. */
export function copyRows(entries: usize, n: i32, bytes: usize, block: usize): void {
  const end = entries + (<usize>n << 3);
  let to = block;
  for (let from = entries; from < end; from += CHUNK) {
    const last = min(from + CHUNK, end);
    readLines(from, last, bytes);
    for (let at = from; at < last; at += 8, to += bytes) {
      const row = rowCells + <usize>load<u32>(at) * bytes;
      for (let k: usize = 0; k < bytes; k += 16) v128.store(to + k, v128.load(row + k));
    }
  }
}

@inline
function readLines(from: usize, end: usize, bytes: usize): void {
  let sum: u32 = 0;
  for (let k: usize = 0; k < bytes; k += LINE)
    for (let at = from; at < end; at += 8) sum += load<u32>(rowCells + <usize>load<u32>(at) * bytes + k);
  seen = sum;
}
