// The job: the table, the rules and all addresses. The caller writes it as doubles, one per field; every thread reads it
// into its own globals.

import { field, pointer } from "../common/job";
import { attributes, classes, OWN, OWN_COUNTER, readTreeJob, rows, thread } from "../common/treeJob";

export {
  attributes,
  BARRIER,
  classes,
  control,
  ids,
  listsA,
  listsB,
  maxDepth,
  NEXT_TASK,
  NODE_COUNT,
  rows,
  sharedFinds,
  sides,
  TASK_COUNT,
  tasks,
  thread,
  threads,
  tolerance,
  zeroGain,
} from "../common/treeJob";

/** Doubles, attribute by attribute; NaN where missing. */
let cells: usize = 0;
/** A byte per row: its class. */
export let labels: usize = 0;
/** A byte per row: its weight; 0 if every row has weight 1. */
export let weights: usize = 0;
export let weighted: bool = false;

export let minSplit: i32 = 0;
export let minLeaf: i32 = 0;

/** Most rows of a node whose lists are u16, and u8. */
export let middleRows: i32 = 0;
export let smallRows: i32 = 0;
/** Entries (rows x attributes) above which the threads work on one node together. */
export let sharedEntries: f64 = 0;

/** i32 by node and class. */
export let counts: usize = 0;
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

/** Bits of a u32 entry below the row: its class. */
export let classBits: i32 = 1;
/** 1 if u16 entries have the class in their last bit: two classes, no weights. */
export let tag: i32 = 0;

export const NEXT_ATTRIBUTE: usize = OWN_COUNTER;

export function readJob(thread_: i32, threads_: i32, job: usize): void {
  readTreeJob(thread_, threads_, job);
  const own = job + (OWN << 3);
  cells = pointer(own, 0);
  labels = pointer(own, 1);
  weights = pointer(own, 2);
  weighted = weights != 0;
  minSplit = <i32>field(own, 3);
  minLeaf = <i32>field(own, 4);
  middleRows = <i32>field(own, 5);
  smallRows = <i32>field(own, 6);
  sharedEntries = field(own, 7);
  counts = pointer(own, 8);
  known = pointer(own, 9);
  codes = pointer(own, 10);
  nominal = pointer(own, 11);
  arena = pointer(own, 12) + <usize>thread * pointer(own, 13);
  codedArenaBytes = pointer(own, 15);
  codedArena = pointer(own, 14) + <usize>thread * codedArenaBytes;
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
