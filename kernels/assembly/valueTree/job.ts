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
  /** The grid of weight·u, a power of two up to 1. */
  quantum1: f64;
  perQuantum1: f64;

  n: i32;
  attributes: i32;
  /** 0 if every row has weight 1; IN_ENTRIES or BY_ROW. */
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
  nominal: i32;

  /** f64 by attribute and row: numbers and ordered codes, NaN where missing; not filled in for nominal attributes. */
  cells: usize;
  /** The same by row and attribute, filled by `presort`, so that a row's cells are contiguous. */
  table: usize;
  /** i32 by attribute: the number of levels if it is nominal, otherwise 0; and its place among the nominal ones. */
  levels: usize;
  places: usize;
  /** u16 by nominal attribute and row: its level, the number of levels if missing. */
  codes: usize;
  /** u8 by attribute, filled by `presort`: whether a value is missing. */
  gaps: usize;
  /** f64 by row, which `pack` replaces by u64 entries; weights are u8, or f64 if `weighted` is BY_ROW. */
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
  /** What `presort` works in: may be the memory of the result. */
  sorting: usize;

  /** The result: see nodes.ts. */
  rows: usize;
  pure: usize;
  sums: usize;
  attribute: usize;
  skip: usize;
  low: usize;
  high: usize;
  gain: usize;
  weight: usize;
  leftWeight: usize;
  rightWeight: usize;
  /** i32 pool of sets of levels: how many go left, how many right, then the codes. */
  sets: usize;
  setRoom: i32;
}

/** Integer weights up to 255 are part of wide entries; any others are looked up by row. */
export const IN_ENTRIES: i32 = 1;
export const BY_ROW: i32 = 2;

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

/** Whether weights, or rows with a missing value, make the weight of a branch differ from its number of rows. */
export let isPlain: bool = true;

/** Once the lists are sorted. */
export function lookForGaps(): void {
  isPlain = job.weighted == 0;
  for (let a = 0; a < job.attributes; a++) if (hasGaps(a)) isPlain = false;
}

@inline
export function rowBytes(): usize {
  return <usize>job.attributes << 3;
}

@inline
export function isNominal(attribute: i32): bool {
  return levelsOf(attribute) != 0;
}

@inline
export function levelsOf(attribute: i32): i32 {
  return load<i32>(job.levels + (<usize>attribute << 2));
}

@inline
export function hasGaps(attribute: i32): bool {
  return load<u8>(job.gaps + <usize>attribute) != 0;
}
