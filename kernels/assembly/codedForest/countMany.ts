import { width } from "../forest/params";
import { addCode, missingCell } from "./tally";

// Counting of codes for more than two classes with small integer weights: cells are integers, by code and class, and every
// other entry is counted in a second table, as in countTwo.ts.

/** Counts entries (u64: row | mark << 32) by codes of type T. */
export function countRowsOfMany<T>(codes: usize, entries: usize, n: i32, even: usize, odd: usize): void {
  const classes = <u32>width;
  const pairs = entries + (<usize>(n & ~1) << 3);
  let at = entries;
  for (; at < pairs; at += 16) {
    countRow<T>(codes, at, even, classes);
    countRow<T>(codes, at + 8, odd, classes);
  }
  if ((n & 1) != 0) countRow<T>(codes, at, even, classes);
}

@inline
function countRow<T>(codes: usize, entry: usize, table: usize, classes: u32): void {
  const code = <u32>load<T>(codes + <usize>load<u32>(entry) * sizeof<T>());
  const mark = load<u32>(entry, 4);
  const cell = table + (<usize>(code * classes + (mark & 0xffff)) << 2);
  store<u32>(cell, load<u32>(cell) + (mark >> 16));
}

/** Moves the cells of the codes that occur, below `codes`, to the tally, and those of the next to missing values. */
export function tallyCounts(codes: i32, even: usize, odd: usize): void {
  const bytes = <usize>width << 2;
  let at: usize = 0;
  for (let code = 0; code < codes; code++) {
    if (isUsed(even + at, odd + at, bytes)) moveCounts(addCode(code), even + at, odd + at, bytes);
    at += bytes;
  }
  moveCounts(missingCell, even + at, odd + at, bytes);
}

@inline
function isUsed(even: usize, odd: usize, bytes: usize): bool {
  let any: u32 = 0;
  for (let k: usize = 0; k < bytes; k += 4) any |= load<u32>(even + k) | load<u32>(odd + k);
  return any != 0;
}

@inline
function moveCounts(to: usize, even: usize, odd: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 4) {
    store<f64>(to + (k << 1), <f64>(load<u32>(even + k) + load<u32>(odd + k)));
    store<u32>(even + k, 0);
    store<u32>(odd + k, 0);
  }
}
