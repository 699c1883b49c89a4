import { field, pointer } from "../common/job";

// What the host describes; see src/kernels/drivers/discriminantTree.ts. Rows are numbered within the job.

export let rows: i32 = 0;
export let columns: i32 = 0;
/** Bytes from one row of cells to the next. */
export let rowBytes: usize = 0;
/** The table, row by row (f64). */
export let cells: usize = 0;
/** By row (u16). */
export let labels: usize = 0;
/** By row (f64); 0 if every row weighs 1. */
export let weights: usize = 0;
export let classes: i32 = 0;
/** By column (i32): the number of the nominal attribute of which it marks a level, ascending, or -1. */
export let groups: usize = 0;
export let tolerance: f64 = 0;
export let minSplit: f64 = 0;
export let minLeaf: f64 = 0;
export let maxDepth: i32 = 0;
export let zeroGain: bool = false;
export let shrinkage: f64 = 0;
/** Nodes with more rows are divided by all threads together. */
export let localRows: i32 = 0;
/** The rows of nodes (u32): those of a node are contiguous, in ascending order. */
export let order: usize = 0;
export let nodes: usize = 0;
export let sums: usize = 0;
/** Coefficients of the nodes' directions, `columns` each (f64). */
export let directions: usize = 0;
/** The numbers of the nodes that one thread each grows (i32). */
export let tasks: usize = 0;
export let control: usize = 0;
/** By column (f64) the greatest cell of the table, without its sign. */
export let bounds: usize = 0;
export let thread: i32 = 0;
export let threads: i32 = 1;
/** Scratch of this thread, and of the first. */
export let arena: usize = 0;
export let firstArena: usize = 0;

export const NODE_COUNT: usize = 0;
export const NEXT_TASK: usize = 64;
export const TASK_COUNT: usize = 128;
export const BARRIER: usize = 192;
export const DIRECTION_COUNT: usize = 256;

/** Sums run over so many rows, then over these parts, whoever adds them up: PART_ROWS of learn/propose/parts.ts. */
export const PART: i32 = 2048;

export function readJob(thread_: i32, threads_: i32, job: usize): void {
  thread = thread_;
  threads = threads_;
  rows = <i32>field(job, 0);
  columns = <i32>field(job, 1);
  rowBytes = pointer(job, 2);
  cells = pointer(job, 3);
  labels = pointer(job, 4);
  weights = pointer(job, 5);
  classes = <i32>field(job, 6);
  groups = pointer(job, 7);
  tolerance = field(job, 8);
  minSplit = field(job, 9);
  minLeaf = field(job, 10);
  maxDepth = <i32>field(job, 11);
  zeroGain = field(job, 12) != 0;
  shrinkage = field(job, 13);
  localRows = <i32>field(job, 14);
  order = pointer(job, 15);
  nodes = pointer(job, 16);
  sums = pointer(job, 17);
  directions = pointer(job, 18);
  tasks = pointer(job, 19);
  control = pointer(job, 20);
  firstArena = pointer(job, 21);
  bounds = pointer(job, 23);
  arena = firstArena + <usize>thread * pointer(job, 22);
}

/** From now on the rows of a task are those of a copy; see tasks.ts. */
export function useCopy(cells_: usize, labels_: usize, weights_: usize, order_: usize): void {
  cells = cells_;
  labels = labels_;
  weights = weights_;
  order = order_;
}

@inline
export function rowAt(at: usize, i: i32): usize {
  return <usize>load<u32>(at + (<usize>i << 2));
}

@inline
export function weightOf(row: usize): f64 {
  return weights ? load<f64>(weights + (row << 3)) : 1;
}

@inline
export function labelOf(row: usize): usize {
  return <usize>load<u16>(labels + (row << 1));
}

@inline
export function groupOf(column: i32): i32 {
  return load<i32>(groups + (<usize>column << 2));
}

@inline
export function f64At(at: usize, i: i32): f64 {
  return load<f64>(at + (<usize>i << 3));
}

@inline
export function putF64(at: usize, i: i32, x: f64): void {
  store<f64>(at + (<usize>i << 3), x);
}
