// The plan of a run: a block of words that TypeScript writes (src/kernels/drivers/infer/planWords.ts has the same list).

/** The next block of rows to be taken. Threads change this word and the one of `takeColumn`. */
export function takeBlock(plan: usize): i32 {
  return <i32>atomic.add<u32>(plan, 1);
}

@inline
function word(plan: usize, at: usize): u32 {
  return load<u32>(plan + (at << 2));
}

@inline
export function rowsOf(plan: usize): i32 {
  return <i32>word(plan, 1);
}

@inline
export function blockRowsOf(plan: usize): i32 {
  return <i32>word(plan, 2);
}

/** Column records: see codes.ts for small trees and single rows, column.ts otherwise. */
@inline
export function columnsOf(plan: usize): usize {
  return word(plan, 3);
}

@inline
export function columnCountOf(plan: usize): i32 {
  return <i32>word(plan, 4);
}

/** Tree records: see lanes.ts; otherwise the trees' roots. */
@inline
export function treesOf(plan: usize): usize {
  return word(plan, 5);
}

/** A tree ends where the next begins: there is one more root. */
@inline
export function rootOf(plan: usize, tree: i32): usize {
  return load<u32>(treesOf(plan) + (<usize>tree << 2));
}

@inline
export function treeCountOf(plan: usize): i32 {
  return <i32>word(plan, 6);
}

/** Predictions of leaves, `width` numbers each. */
@inline
export function valuesOf(plan: usize): usize {
  return word(plan, 7);
}

@inline
export function widthOf(plan: usize): i32 {
  return <i32>word(plan, 8);
}

/** One number per tree, by which its predictions are multiplied. */
@inline
export function weightsOf(plan: usize): usize {
  return word(plan, 9);
}

/** The number of outputs; trees add to them in turn. */
@inline
export function outputsOf(plan: usize): i32 {
  return <i32>word(plan, 10);
}

/** The sums, rows x outputs x width; they hold the rows' initial sums. */
@inline
export function sumsOf(plan: usize): usize {
  return word(plan, 11);
}

/** Each thread has a part of this many bytes. */
@inline
export function scratchOf(plan: usize, thread: i32): usize {
  return word(plan, 12) + <usize>thread * <usize>word(plan, 13);
}

/** Words with a bit per level. */
@inline
export function setsOf(plan: usize): usize {
  return word(plan, 14);
}

/** The number of a node's link bits for the column. */
@inline
export function columnBitsOf(plan: usize): u32 {
  return word(plan, 15);
}

/** Bytes from one row's codes to the next. */
@inline
export function strideOf(plan: usize): usize {
  return word(plan, 16);
}

/** Groups of consecutive trees: first tree, end. */
@inline
export function groupStart(plan: usize, group: i32): i32 {
  return load<i32>(<usize>word(plan, 17) + (<usize>group << 3));
}

@inline
export function groupEnd(plan: usize, group: i32): i32 {
  return load<i32>(<usize>word(plan, 17) + (<usize>group << 3), 4);
}

@inline
export function groupCountOf(plan: usize): i32 {
  return <i32>word(plan, 18);
}

/** The next column to be encoded. */
export function takeColumn(plan: usize): i32 {
  return <i32>atomic.add<u32>(plan + 76, 1);
}

/** Where the leaves that rows reach are written, u32 each; 0 if their answers are to be summed. */
@inline
export function leavesOf(plan: usize): usize {
  return word(plan, 20);
}

/** Notes that a number is missing. */
@inline
export function noteGap(plan: usize): void {
  store<u32>(plan + (21 << 2), 1);
}

/** Bytes from a column of cells to the next, if missing numbers are to be noted; 0 if they are known. */
@inline
export function watchedDistanceOf(plan: usize): usize {
  return word(plan, 22);
}
