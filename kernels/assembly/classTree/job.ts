// The job: the table, the rules and all addresses. The caller writes it as doubles, one per field; every thread reads it
// into its own globals.

import { field, pointer } from "../common/job";

export let rows: i32 = 0;
export let attributes: i32 = 0;
export let classes: i32 = 0;
/** Doubles, attribute by attribute; NaN where missing. */
let cells: usize = 0;
/** A byte per row: its class. */
export let labels: usize = 0;
/** A byte per row: its weight; 0 if every row has weight 1. */
export let weights: usize = 0;
export let weighted: bool = false;

export let tolerance: f64 = 0;
export let minSplit: i32 = 0;
export let minLeaf: i32 = 0;
export let maxDepth: i32 = 0;
export let zeroGain: bool = false;

/** Most rows of a node whose lists are u16, and u8. */
export let middleRows: i32 = 0;
export let smallRows: i32 = 0;
/** Entries (rows x attributes) above which the threads work on one node together. */
export let sharedEntries: f64 = 0;

export let nodes: usize = 0;
export let counts: usize = 0;
/** Counters shared by the threads, a cache line each; see the offsets below. */
export let control: usize = 0;
export let listsA: usize = 0;
export let listsB: usize = 0;
/** A byte per row or id: the side it goes to. */
export let sides: usize = 0;
/** Two bytes per row: its id in the node whose lists are u16. */
export let ids: usize = 0;
/** The best test on each attribute, if threads search one node together. */
export let sharedFinds: usize = 0;
export let tasks: usize = 0;
/** Two i32 per attribute: the number of known cells, and of distinct values, 0 if many. */
let known: usize = 0;
/** A byte per row, for each attribute with few distinct values: the rank of the row's cell. */
let codes: usize = 0;
/** A byte per attribute: 1 for a nominal one, which then has two levels. Then a second byte each: 1 if its list exists. */
let nominal: usize = 0;
/** Scratch of this thread. */
export let arena: usize = 0;
/** The same for tables of codes, and the distance between the threads' scratch. */
export let codedArena: usize = 0;
export let codedArenaBytes: usize = 0;

export let thread: i32 = 0;
export let threads: i32 = 1;

/** Bits of a u32 entry below the row: its class. */
export let classBits: i32 = 1;
/** 1 if u16 entries have the class in their last bit: two classes, no weights. */
export let tag: i32 = 0;

export const NEXT_ATTRIBUTE: usize = 0;
export const NEXT_TASK: usize = 64;
export const TASK_COUNT: usize = 128;
export const NODE_COUNT: usize = 192;
export const BARRIER: usize = 256;

export function readJob(thread_: i32, threads_: i32, job: usize): void {
  thread = thread_;
  threads = threads_;
  rows = <i32>field(job, 0);
  attributes = <i32>field(job, 1);
  classes = <i32>field(job, 2);
  cells = pointer(job, 3);
  labels = pointer(job, 4);
  weights = pointer(job, 5);
  weighted = weights != 0;
  tolerance = field(job, 6);
  minSplit = <i32>field(job, 7);
  minLeaf = <i32>field(job, 8);
  maxDepth = <i32>field(job, 9);
  zeroGain = field(job, 10) != 0;
  middleRows = <i32>field(job, 11);
  smallRows = <i32>field(job, 12);
  sharedEntries = field(job, 13);
  nodes = pointer(job, 14);
  counts = pointer(job, 15);
  control = pointer(job, 16);
  listsA = pointer(job, 17);
  listsB = pointer(job, 18);
  sides = pointer(job, 19);
  ids = pointer(job, 20);
  sharedFinds = pointer(job, 21);
  tasks = pointer(job, 22);
  known = pointer(job, 23);
  arena = pointer(job, 24) + <usize>thread * pointer(job, 25);
  codes = pointer(job, 26);
  nominal = pointer(job, 27);
  codedArenaBytes = pointer(job, 29);
  codedArena = pointer(job, 28) + <usize>thread * codedArenaBytes;
  classBits = 1;
  while (1 << classBits < classes) classBits++;
  tag = i32(classes == 2 && !weighted);
}

@inline
export function column(attribute: i32): usize {
  return cells + ((<usize>attribute * <usize>rows) << 3);
}

@inline
export function cell(column: usize, row: usize): f64 {
  return load<f64>(column + (row << 3));
}

@inline
export function codesOf(attribute: i32): usize {
  return codes + <usize>attribute * <usize>rows;
}

@inline
export function isNominal(attribute: i32): bool {
  return load<u8>(nominal + <usize>attribute) != 0;
}

/** Whether the root's list of an attribute exists after sorting. */
export function isListed(attribute: i32): bool {
  return load<u8>(nominal + <usize>(attributes + attribute)) != 0;
}

export function setListed(attribute: i32, listed: bool): void {
  store<u8>(nominal + <usize>(attributes + attribute), u8(listed));
}

@inline
export function knownCells(attribute: i32): i32 {
  return load<i32>(known + (<usize>attribute << 3));
}

@inline
export function differentCells(attribute: i32): i32 {
  return load<i32>(known + (<usize>attribute << 3), 4);
}

export function setCells(attribute: i32, knownOnes: i32, different: i32): void {
  store<i32>(known + (<usize>attribute << 3), knownOnes);
  store<i32>(known + (<usize>attribute << 3), different, 4);
}

@inline
export function weightOf(row: usize): i32 {
  return weighted ? <i32>load<u8>(weights + row) : 1;
}

/** Whether the root's lists are u32; otherwise they are u16 and ids are rows. */
export function isWide(): bool {
  return rows > middleRows || totalWeight() > MIDDLE_WEIGHT;
}

/** Sums of squares of weights up to this fit in 32 bits, up to the next in 16. */
export const MIDDLE_WEIGHT: i32 = 65535;
export const SMALL_WEIGHT: i32 = 255;

function totalWeight(): i32 {
  let total = 0;
  for (let c = 0; c < classes; c++) total += load<i32>(counts + (<usize>c << 2));
  return total;
}
