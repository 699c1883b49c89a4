import { width } from "../forest/params";
import { addCode, missingCell } from "./tally";

// Counting of codes for more than two classes with small integer weights: cells are integers, by code and class, and every
// other entry is counted in a second table, as in countTwo.ts. A code has as many cells as fill whole vectors, so that it
// takes a few instructions to see whether it occurs, and to move its counts.

/** Cells of a code: at most twice the classes, if there are two. */
@inline
function stride(): u32 {
  return (<u32>width + 3) & ~3;
}

/** Counts entries (u64: row | mark << 32) by codes of type T. */
export function countRowsOfMany<T>(codes: usize, entries: usize, n: i32, even: usize, odd: usize): void {
  const classes = stride();
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
  const bytes = <usize>stride() << 2;
  let at: usize = 0;
  for (let code = 0; code < codes; code++) {
    if (isUsed(even + at, odd + at, bytes)) moveCounts(addCode(code), even + at, odd + at, bytes);
    at += bytes;
  }
  moveCounts(missingCell, even + at, odd + at, bytes);
}

@inline
function isUsed(even: usize, odd: usize, bytes: usize): bool {
  let any = v128.or(v128.load(even), v128.load(odd));
  for (let k: usize = 16; k < bytes; k += 16) any = v128.or(any, v128.or(v128.load(even + k), v128.load(odd + k)));
  return v128.any_true(any);
}

/** Up to three numbers are written beyond the cell: cells are filled in ascending order, and there is space after the last. */
@inline
function moveCounts(to: usize, even: usize, odd: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 16) {
    const counts = i32x4.add(v128.load(even + k), v128.load(odd + k));
    v128.store(even + k, i32x4.splat(0));
    v128.store(odd + k, i32x4.splat(0));
    const place = to + (k << 1);
    v128.store(place, f64x2.convert_low_i32x4_u(counts));
    v128.store(place, f64x2.convert_low_i32x4_u(v128.shuffle<i32>(counts, counts, 2, 3, 2, 3)), 16);
  }
}
