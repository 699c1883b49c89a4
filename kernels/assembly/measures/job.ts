import { field, pointer } from "../common/job";

// What a call works on: src/kernels/drivers/measures lays it out. The cells of a block of rows lie column by column; a
// *lane* is one double per row of the block.

/** Rows of a block, and bytes of a lane. */
export const BLOCK: usize = 1024;
export const LANE: usize = BLOCK << 3;

/** Rows of this block that count, and nodes of the tree. */
export let rows: i32 = 0;
export let nodes: i32 = 0;
/** The cells of the block, and room for those of some of its rows: as many lanes. */
export let cells: usize = 0;
export let taken: usize = 0;
/** Doubles: what nodes do. By node (i32) where it begins among them. */
let code: usize = 0;
let starts: usize = 0;
/** By row (i32) the node where it ends. */
export let landed: usize = 0;
/** Answers: by row, `width` numbers. */
export let out: usize = 0;
export let width: i32 = 0;
/** Rows in their present order (i32), and room for as many more. */
export let order: usize = 0;
export let spare: usize = 0;
/** By node (i32). */
export let counts: usize = 0;
/** Open nodes, with the place and number of their rows (3 × i32). */
export let stack: usize = 0;
/** Lanes for results: `width` of them for the answers of leaves, at least five. */
export let lanes: usize = 0;

/** Where the cells of the rows at hand are, and how many rows these are; loops run over a multiple of eight. */
export let from: usize = 0;
export let count: i32 = 0;
export let bytes: usize = 0;

/** The next double of the code. */
export let at: usize = 0;

export function readJob(job: usize): void {
  rows = <i32>field(job, 0);
  nodes = <i32>field(job, 1);
  width = <i32>field(job, 2);
  cells = pointer(job, 3);
  taken = pointer(job, 4);
  code = pointer(job, 5);
  starts = pointer(job, 6);
  landed = pointer(job, 7);
  out = pointer(job, 8);
  order = pointer(job, 9);
  spare = pointer(job, 10);
  counts = pointer(job, 11);
  stack = pointer(job, 12);
  lanes = pointer(job, 13);
}

@inline
export function goTo(node: i32): void {
  at = code + (<usize>load<i32>(starts + (<usize>node << 2)) << 3);
}

@inline
export function next(): f64 {
  const value = load<f64>(at);
  at += 8;
  return value;
}

@inline
export function nextInt(): i32 {
  return <i32>next();
}

/** The lane of a column, for the rows at hand. */
@inline
export function nextLane(): usize {
  return from + <usize>nextInt() * LANE;
}

@inline
export function skip(doubles: i32): void {
  at += <usize>doubles << 3;
}

@inline
export function lane(index: i32): usize {
  return lanes + <usize>index * LANE;
}

/**
 * Takes the cells of `many` rows, listed at `list`, of the columns that the code names next. All rows of a block are in
 * their order (divisions keep it), and need no copy.
 */
export function take(list: usize, many: i32): void {
  count = many;
  bytes = (<usize>many + 7 & ~7) << 3;
  const columns = nextInt();
  if (many == rows) {
    from = cells;
    skip(columns);
    return;
  }
  from = taken;
  for (let c = 0; c < columns; c++) {
    const offset = <usize>nextInt() * LANE;
    copyRows(cells + offset, taken + offset, list, many);
  }
}

/** Exported, so that it is a call of its own: see docs/architecture.md. */
export function copyRows(source: usize, into: usize, list: usize, many: i32): void {
  const end = list + (<usize>many << 2);
  let row = list;
  for (; row + 16 <= end; row += 16) {
    const a = load<f64>(source + (<usize>load<i32>(row) << 3));
    const b = load<f64>(source + (<usize>load<i32>(row, 4) << 3));
    const c = load<f64>(source + (<usize>load<i32>(row, 8) << 3));
    const d = load<f64>(source + (<usize>load<i32>(row, 12) << 3));
    store<f64>(into, a);
    store<f64>(into, b, 8);
    store<f64>(into, c, 16);
    store<f64>(into, d, 24);
    into += 32;
  }
  for (; row < end; row += 4) {
    store<f64>(into, load<f64>(source + (<usize>load<i32>(row) << 3)));
    into += 8;
  }
}

/** `list` = 0, 1, 2, …: the rows of a block in their order. */
export function allRows(list: usize): void {
  for (let row = 0; row < rows; row++) store<i32>(list + (<usize>row << 2), row);
}
