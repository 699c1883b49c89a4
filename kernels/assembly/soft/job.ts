import { field, pointer } from "../common/job";

// What a call works on: src/kernels/drivers/soft/softRows.ts and softKernel.ts lay it out. A block has 64 rows; the cells
// of a block lie attribute by attribute.

/** Rows of a block. */
export const BLOCK: usize = 64;
/** Bytes of one double per row of a block. */
export const LANE: usize = 512;

/** Blocks in all, and blocks of a chunk. */
export let blocks: i32 = 0;
export let blocksOfChunk: i32 = 0;
/** Terms of a gate, a multiple of 4. */
export let width: i32 = 0;
/** There is one leaf more than gates. Classes are 0 where the target is a number. */
export let gates: i32 = 0;
export let classes: i32 = 0;
export let chunks: i32 = 0;
let cells: usize = 0;
let weights: usize = 0;
let targets: usize = 0;
/** By gate: the places of its left and right branch (i32); gates come first, then leaves. */
let branches: usize = 0;
/** By gate the coefficients of its terms; by leaf its probability of each class, or its value. */
export let forms: usize = 0;
export let answers: usize = 0;
/** By chunk: the loss, the sums of the gates, the sums of the leaves. Or by block, what the tree predicts. */
let partials: usize = 0;
export let partialBytes: usize = 0;
/** By row its loss, if it is wanted. */
let losses: usize = 0;
let scratch: usize = 0;
let scratchBytes: usize = 0;

export function readJob(job: usize): void {
  blocks = <i32>field(job, 0);
  blocksOfChunk = <i32>field(job, 1);
  width = <i32>field(job, 2);
  gates = <i32>field(job, 3);
  classes = <i32>field(job, 4);
  chunks = <i32>field(job, 5);
  cells = pointer(job, 6);
  weights = pointer(job, 7);
  targets = pointer(job, 8);
  branches = pointer(job, 9);
  forms = pointer(job, 10);
  answers = pointer(job, 11);
  partials = pointer(job, 12);
  losses = pointer(job, 13);
  scratch = pointer(job, 14);
  scratchBytes = pointer(job, 15);
  partialBytes = pointer(job, 16);
}

@inline
export function cellsOf(block: i32): usize {
  return cells + <usize>block * <usize>width * LANE;
}

@inline
export function weightsOf(block: i32): usize {
  return weights + <usize>block * LANE;
}

/** Doubles: values, or the codes of classes. */
@inline
export function targetsOf(block: i32): usize {
  return targets + <usize>block * LANE;
}

/** 0 if losses are not wanted. */
@inline
export function lossesOf(block: i32): usize {
  return losses == 0 ? 0 : losses + <usize>block * LANE;
}

@inline
export function leftOf(gate: i32): i32 {
  return load<i32>(branches + (<usize>gate << 3));
}

@inline
export function rightOf(gate: i32): i32 {
  return load<i32>(branches + (<usize>gate << 3), 4);
}

@inline
export function partialOf(chunk: i32): usize {
  return partials + <usize>chunk * partialBytes;
}

@inline
export function gateSums(partial: usize): usize {
  return partial + 8;
}

@inline
export function leafSums(partial: usize): usize {
  return partial + 8 + ((<usize>gates * <usize>width) << 3);
}

/** By gate and row of the block: the shares of the right and of the left branch. */
export let rights: usize = 0;
export let lefts: usize = 0;
/** By place and row: the share of the row that comes here, and what the rows say there. */
export let shares: usize = 0;
export let says: usize = 0;
/** By gate and row: how the loss changes with the gate's measure. */
export let slopes: usize = 0;
/** By row. */
export let spare: usize = 0;

/** The thread's own memory. */
export function takeScratch(thread: i32): void {
  const places = <usize>(2 * gates + 1) * LANE;
  rights = scratch + <usize>thread * scratchBytes;
  lefts = rights + <usize>gates * LANE;
  slopes = lefts + <usize>gates * LANE;
  shares = slopes + <usize>gates * LANE;
  says = shares + places;
  spare = says + places;
}

@inline
export function at(lanes: usize, place: i32): usize {
  return lanes + <usize>place * LANE;
}
