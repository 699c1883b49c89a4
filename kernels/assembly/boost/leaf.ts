// The records of growth: leaves, of which every thread keeps an identical copy, and nodes. Their sizes and addresses are
// in plan.ts and trees.ts.

// A leaf: its rows, the slot of its tally, its node and depth; its expansion, or -1; its sums and bounds; the gain of the
// best test, and that test. Then the ranges of its entries.
export const ROWS: usize = 0;
export const SLOT: usize = 4;
export const ID: usize = 8;
export const DEPTH: usize = 12;
export const EXPANSION: usize = 16;
export const SUM_G: usize = 24;
export const SUM_H: usize = 32;
export const LOW: usize = 40;
export const HIGH: usize = 48;
export const GAIN: usize = 56;
export const BEST: usize = 64;
const RANGES: usize = 104;

/** Bytes of a leaf's record. */
export function leafRoom(threads: i32): usize {
  return (RANGES + (<usize>threads << 3) + 15) & ~15;
}

/** The start and the number of the entries that belong to one thread of the team. */
@inline
export function startOf(leaf: usize, part: i32): i32 {
  return load<i32>(leaf + RANGES + (<usize>part << 3));
}
@inline
export function countOf(leaf: usize, part: i32): i32 {
  return load<i32>(leaf + RANGES + (<usize>part << 3), 4);
}
@inline
export function setRange(leaf: usize, part: i32, start: i32, count: i32): void {
  const at = leaf + RANGES + (<usize>part << 3);
  store<i32>(at, start);
  store<i32>(at, count, 4);
}

// A test, in a leaf and on the board: its score, its left sums, attribute, bin or number of levels, and flags.
export const T_SCORE: usize = 0;
export const T_LEFT_G: usize = 8;
export const T_LEFT_H: usize = 16;
export const T_ATTRIBUTE: usize = 24;
export const T_BIN: usize = 28;
export const T_FLAGS: usize = 32;
export const TEST: usize = 40;

// A node: attribute (-1 at a leaf), bin, flags, its two branches; the gain of its test, its sum of hessians and, at a
// leaf, its value.
export const N_ATTRIBUTE: usize = 0;
export const N_BIN: usize = 4;
export const N_FLAGS: usize = 8;
export const N_LEFT: usize = 12;
export const N_RIGHT: usize = 16;
/** The number of its set of sides, if it tests levels. */
export const N_SIDES: usize = 20;
export const N_GAIN: usize = 24;
export const N_HESSIAN: usize = 32;
export const N_VALUE: usize = 40;
