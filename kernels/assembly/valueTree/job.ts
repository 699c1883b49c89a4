/**
 * What the driver (src/kernels/drivers/valueTree.ts) lays out in memory for one tree: rules, tables, and space for the
 * result. It writes the fields in this order, doubles first.
 *
 * Rows are identified by their positions 0…n-1. Targets are integer units u on an exact grid: sums of them do not round, so they
 * do not depend on the order of addition.
 */
@unmanaged
export class Job {
  tolerance: f64;
  /** Weights, minus the tolerance with which the learner compares them. */
  minSplit: f64;
  minLeaf: f64;
  /** The grid of u², a power of two. */
  quantum: f64;
  perQuantum: f64;
  /** The lowest unit; lists hold the differences of units from it. */
  base: f64;
  /** The greatest weight of a row. */
  heaviest: f64;

  n: i32;
  attributes: i32;
  weighted: i32;
  zeroGain: i32;
  depth: i32;
  maxDepth: i32;
  /** Bits of a row's position in a wide entry, and of position and weight together. */
  rowBits: i32;
  shift: i32;
  /** Rows up to which a subtree is one thread's task, and up to which its lists hold bytes. */
  middleRows: i32;
  smallRows: i32;
  mostLevels: i32;

  /** f64 by attribute and row: numbers, or codes; NaN where missing. */
  cells: usize;
  /** The same by row and attribute, filled by `presort`, so that a row's cells are contiguous. */
  table: usize;
  /** u8 by attribute: 0 numeric or ordered, 1 nominal. */
  kinds: usize;
  /** u8 by attribute, filled by `presort`: whether a value is missing. */
  gaps: usize;
  /** f64 by row, and u8 by row if rows have weights. */
  units: usize;
  weights: usize;
  /** u64 by attribute and position, twice: a division goes from one to the other. */
  lists: usize;
  otherLists: usize;
  /** u8 by row: 1 for the right side. */
  side: usize;
  /** u16 by row: its number within the task that has it. */
  numbers: usize;
  control: usize;
  open: usize;
  openRoom: i32;
  segments: usize;
  segmentRoom: i32;
  results: usize;
  arenas: usize;
  arenaBytes: usize;

  rows: usize;
  pure: usize;
  sums: usize;
  attribute: usize;
  skip: usize;
  low: usize;
  high: usize;
  gain: usize;
  leftWeight: usize;
  rightWeight: usize;
  /** i32 pool of sets of levels: how many go left, how many right, then the codes. */
  sets: usize;
  setRoom: i32;
}

// Counters shared by the threads, a cache line each and 0 at the start, as offsets into `control`.
export const BARRIER: usize = 0;
export const NEXT_SCAN: usize = 64;
export const NEXT_DIVISION: usize = 128;
export const NEXT_TASK: usize = 192;
export const SETS_USED: usize = 256;
export const SEGMENTS: usize = 320;
export const NEXT_COLUMN: usize = 448;
export const NEXT_BLOCK: usize = 512;
/** Not 0 if out of memory: 1 for sets of levels, 2 for open nodes or segments. */
export const FAILED: usize = 384;

/** The current job, and this thread's number in the team. */
export let job: Job = changetype<Job>(0);
export let thread: i32 = 0;
export let threads: i32 = 1;

export function takeJob(at: usize, which: i32, size: i32): void {
  job = changetype<Job>(at);
  thread = which;
  threads = size;
}

/** Where the cells of an attribute begin in the table, `rowBytes` apart. */
@inline
export function columnOf(attribute: i32): usize {
  return job.table + (<usize>attribute << 3);
}

@inline
export function rowBytes(): usize {
  return <usize>job.attributes << 3;
}

@inline
export function isNominal(attribute: i32): bool {
  return load<u8>(job.kinds + <usize>attribute) != 0;
}

@inline
export function hasGaps(attribute: i32): bool {
  return load<u8>(job.gaps + <usize>attribute) != 0;
}
