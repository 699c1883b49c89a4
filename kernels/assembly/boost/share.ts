// How rows are distributed: blocks of them, assigned to the threads in turn, so that sorted rows do not overload one.

import { rows, trainRows } from "./plan";

export const BLOCK: i32 = 2048;

/** How many of the first n rows belong to threads with lower numbers. */
export function ownedBelow(thread: i32, threads: i32, n: i32): i32 {
  const whole = n / BLOCK;
  const rest = n - whole * BLOCK;
  const blocks = whole / threads;
  const more = whole - blocks * threads;
  let owned = (blocks * thread + min(thread, more)) * BLOCK;
  if (rest > 0 && more < thread) owned += rest;
  return owned;
}

/** Where a thread's entries begin among all: it has space for every training row that it owns. */
@inline
export function firstEntry(thread: i32, threads: i32): i32 {
  return ownedBelow(thread, threads, trainRows);
}

/** The end of a block of all rows, or of the training rows only. */
@inline
export function blockEnd(start: i32, training: bool): i32 {
  return min(start + BLOCK, training ? trainRows : rows);
}
