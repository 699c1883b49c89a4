// The job: the table, the rules and all addresses. The caller writes it as doubles, one per field.

import { field, pointer } from "../common/job";

export let rows: i32 = 0;
export let attributes: i32 = 0;
export let classes: i32 = 0;
/** A record per attribute; see below. */
let records: usize = 0;
/** An i32 per row: its class. */
export let labels: usize = 0;
/** A double per row; 0 if every row has weight 1. */
export let rowWeights: usize = 0;

export let tolerance: f64 = 0;
export let minSplit: f64 = 0;
export let minLeaf: f64 = 0;
export let maxDepth: i32 = 0;
export let zeroGain: bool = false;
export let averageGain: bool = false;
export let mdlCorrection: bool = false;
export let adaptiveMinLeaf: bool = false;
/** Tests are compared by their gain ratio; otherwise by their gain. */
export let isScaled: bool = false;
/** Rows with a missing value go to every branch; otherwise to the one with the most weight. */
export let isShared: bool = false;
/** Fractional weights are multiples of this. */
export let quantum: f64 = 0;

/** Eight doubles per node; see RATIO_NODE in src/kernels/drivers/ratioTree.ts. */
export let nodes: usize = 0;
export let mostNodes: i32 = 0;
/** The class weights of each node. */
export let sums: usize = 0;
/** The known weight of each branch, split after split. */
export let branchWeights: usize = 0;
export let mostBranches: i32 = 0;
/** Entries of nodes: rows (u32), and fractional weights (f64) if rows are shared between branches; otherwise 0. */
export let entryRows: usize = 0;
export let entryWeights: usize = 0;
export let mostEntries: i32 = 0;
/** Pending nodes. */
export let tasks: usize = 0;
export let scratch: usize = 0;
/** Doubles: x log2 x of integers. */
export let products: usize = 0;
export let mostProducts: i32 = 0;
/** What the threads share: see below. */
export let control: usize = 0;
/** Nodes of at most this many entries are grown by one thread each. */
export let taskEntries: i32 = 0;
let scratchBytes: usize = 0;
export let thread: i32 = 0;
export let threads: i32 = 1;

// Words that the threads share, a cache line each and 0 at the start, as offsets into `control`.
export const BARRIER: usize = 0;
export const NODE_COUNT: usize = 64;
export const TASK_COUNT: usize = 128;
export const NEXT_TASK: usize = 192;
/** Not 0 if out of memory. */
export const FAILED: usize = 256;
/** The node that all threads examine; see together.ts. */
export const EXAMINED: usize = 320;

export function useThread(which: i32, size: i32): void {
  thread = which;
  threads = size;
  scratch += <usize>which * scratchBytes;
  tasks = topTasks + <usize>(1 + which) * <usize>mostNodes * TASK;
}

// The entries of the top of the tree come first, then those of each thread. In the same way the nodes that the top leaves to
// single threads come before the pending nodes of each thread.

let topRows: usize = 0;
let topWeights: usize = 0;
let topTasks: usize = 0;

@inline
export function topRowsAt(entry: i32): usize {
  return topRows + (<usize>entry << 2);
}

@inline
export function topWeightsAt(entry: i32): usize {
  return topWeights + (<usize>entry << 3);
}

@inline
export function topTaskAt(task: i32): usize {
  return topTasks + <usize>task * TASK;
}

/** Bytes of a pending node. */
export const TASK: usize = 32;

/** From now on entries are those of this thread. */
export function useOwnEntries(): void {
  const own = <usize>(1 + thread);
  entryRows = topRows + own * (<usize>mostEntries << 2);
  entryWeights = topWeights ? topWeights + own * (<usize>mostEntries << 3) : 0;
}

export function readJob(job: usize): void {
  rows = <i32>field(job, 0);
  attributes = <i32>field(job, 1);
  classes = <i32>field(job, 2);
  records = pointer(job, 3);
  labels = pointer(job, 4);
  rowWeights = pointer(job, 5);
  tolerance = field(job, 6);
  minSplit = field(job, 7);
  minLeaf = field(job, 8);
  maxDepth = <i32>field(job, 9);
  zeroGain = field(job, 10) != 0;
  averageGain = field(job, 11) != 0;
  mdlCorrection = field(job, 12) != 0;
  adaptiveMinLeaf = field(job, 13) != 0;
  quantum = field(job, 14);
  nodes = pointer(job, 15);
  mostNodes = <i32>field(job, 16);
  sums = pointer(job, 17);
  branchWeights = pointer(job, 18);
  mostBranches = <i32>field(job, 19);
  entryRows = pointer(job, 20);
  entryWeights = pointer(job, 21);
  mostEntries = <i32>field(job, 22);
  tasks = pointer(job, 23);
  scratch = pointer(job, 24);
  products = pointer(job, 25);
  mostProducts = <i32>field(job, 26);
  isScaled = field(job, 27) != 0;
  isShared = field(job, 28) != 0;
  control = pointer(job, 29);
  scratchBytes = pointer(job, 30);
  taskEntries = <i32>field(job, 31);
  topRows = entryRows;
  topWeights = entryWeights;
  topTasks = tasks;
}

@inline
function record(attribute: i32, index: usize): f64 {
  return load<f64>(records + <usize>attribute * 48 + (index << 3));
}

/** An i32 per row; a missing value has the code after the last. */
@inline
export function codesOf(attribute: i32): usize {
  return <usize>record(attribute, 0);
}

@inline
export function codeCount(attribute: i32): i32 {
  return <i32>record(attribute, 1);
}

/** A branch per level; otherwise two at a threshold. */
@inline
export function isPerLevel(attribute: i32): bool {
  return record(attribute, 2) != 0;
}

/** The value of each code, ascending; 0 for an ordered attribute. */
@inline
export function valuesOf(attribute: i32): usize {
  return <usize>record(attribute, 3);
}

/** Neighbouring values closer than this are not distinguished. */
@inline
export function gapOf(attribute: i32): f64 {
  return record(attribute, 4);
}

/** Whether its gain counts towards the average. */
@inline
export function isCounted(attribute: i32): bool {
  return record(attribute, 5) != 0;
}
