// The records of growth: leaves, of which every thread keeps an identical copy except for its own rows, and nodes. Their
// sizes and addresses are in plan.ts.

// A leaf: the start and number of the thread's own entries; the slot of its tally, its node, its depth, the rows of all
// threads; its sums and bounds; then the best test.
export const START: usize = 0;
export const COUNT: usize = 4;
export const SLOT: usize = 8;
export const ID: usize = 12;
export const DEPTH: usize = 16;
export const ROWS: usize = 20;
export const SUM_G: usize = 24;
export const SUM_H: usize = 32;
export const LOW: usize = 40;
export const HIGH: usize = 48;
export const GAIN: usize = 56;
export const BEST: usize = 64;

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
