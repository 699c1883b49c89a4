// The job: the table, the rules and all addresses. The caller writes it as doubles, one per field; every thread reads it
// into its own globals.

import { field, pointer } from "../common/job";

/** Rows of the table, and those of them that the tree is grown from: the ones with a weight. */
export let rows: i32 = 0;
export let used: i32 = 0;
export let attributes: i32 = 0;
export let classes: i32 = 0;
/** u32 per cell, attribute by attribute: the rank of a number or the code of a level; missing: the number of codes. */
let codes: usize = 0;
/** u32 per attribute: its number of codes. */
let codeCounts: usize = 0;
/** A byte per attribute: 1 if it is nominal, + 2 if cells are missing, + 4 if it is counted. */
let kinds: usize = 0;
/** u16 per row: its class. */
export let labels: usize = 0;
/** f64 per row, its weight, 0 for a row that is not used; absent (0) if every row is used and has weight 1. */
export let marks: usize = 0;
/** The same; absent if every row that is used has weight 1. */
export let weights: usize = 0;
export let weighted: bool = false;
/** f64 per class: what the criterion multiplies its weight by. */
export let factors: usize = 0;
/** Whether any of them is not 1. */
export let altered: bool = false;

export let byEntropy: bool = false;
export let tolerance: f64 = 0;
/** Weights, the tolerance for rounding subtracted. */
export let minSplit: f64 = 0;
export let minLeaf: f64 = 0;
export let maxDepth: i32 = 0;
export let zeroGain: bool = false;
export let maxExhaustive: i32 = 0;

/** Most rows of a node that one thread grows to the end, from lists of 16-bit ids. */
export let localRows: i32 = 0;
/** Most codes of an attribute that is counted, and the rows of a node up to which lists are used for it too. */
export let countedCodes: i32 = 0;
export let listRows: i32 = 0;

export let nodes: usize = 0;
export let sums: usize = 0;
/** Counters shared by the threads, a cache line each; see the offsets below. */
export let control: usize = 0;
export let listsA: usize = 0;
export let listsB: usize = 0;
/** A byte per row: the side it goes to. */
export let sides: usize = 0;
/** u16 per row: its id in the node whose lists are local. */
export let ids: usize = 0;
/** The best test on each attribute, if threads search one node together. */
export let sharedFinds: usize = 0;
export let tasks: usize = 0;
/** The sets of levels that tests are on, as u32 words; see node. */
export let sets: usize = 0;
export let setWords: i32 = 0;
/** x log2 x of the integers below `productCount` (f64). */
export let products: usize = 0;
export let productCount: i32 = 0;
/** Scratch of this thread, and of the first one. */
export let arena: usize = 0;
export let firstArena: usize = 0;

export let thread: i32 = 0;
export let threads: i32 = 1;

export const NEXT_TASK: usize = 0;
export const TASK_COUNT: usize = 64;
export const NODE_COUNT: usize = 128;
export const BARRIER: usize = 192;
export const SET_COUNT: usize = 256;
export const CONTROL_BYTES: usize = 384;

@inline
export function workspaceBytes(job: usize): usize {
  return pointer(job, 37);
}

export function readJob(thread_: i32, threads_: i32, job: usize): void {
  thread = thread_;
  threads = threads_;
  rows = <i32>field(job, 0);
  used = <i32>field(job, 1);
  attributes = <i32>field(job, 2);
  classes = <i32>field(job, 3);
  codes = pointer(job, 4);
  codeCounts = pointer(job, 5);
  kinds = pointer(job, 6);
  labels = pointer(job, 7);
  useMarks(pointer(job, 8), field(job, 36) != 0);
  factors = pointer(job, 9);
  altered = field(job, 10) != 0;
  byEntropy = field(job, 11) != 0;
  tolerance = field(job, 12);
  minSplit = field(job, 13);
  minLeaf = field(job, 14);
  maxDepth = <i32>field(job, 15);
  zeroGain = field(job, 16) != 0;
  maxExhaustive = <i32>field(job, 17);
  localRows = <i32>field(job, 18);
  nodes = pointer(job, 19);
  sums = pointer(job, 20);
  control = pointer(job, 21);
  listsA = pointer(job, 22);
  listsB = pointer(job, 23);
  sides = pointer(job, 24);
  ids = pointer(job, 25);
  sharedFinds = pointer(job, 26);
  tasks = pointer(job, 27);
  sets = pointer(job, 28);
  setWords = <i32>field(job, 29);
  products = pointer(job, 30);
  productCount = <i32>field(job, 31);
  arena = pointer(job, 32) + <usize>thread * pointer(job, 33);
  firstArena = pointer(job, 32);
  countedCodes = <i32>field(job, 34);
  listRows = <i32>field(job, 35);
}

function useMarks(at: usize, areUnits: bool): void {
  marks = at;
  weights = areUnits ? 0 : at;
  weighted = weights != 0;
}

/**
 * The job of one member of many, in which rows count as often as the bytes at `counts` say. All that growth writes to is in
 * a workspace, and this thread's is `shift` bytes after the one that the job names.
 */
export function readMember(job: usize, shift: usize, counts: usize): void {
  readJob(0, 1, job);
  if (counts) countRows(pointer(job, 38) + shift, counts);
  memory.copy(kinds + shift, kinds, <usize>attributes);
  kinds += shift;
  nodes += shift;
  sums += shift;
  control += shift;
  listsA += shift;
  listsB += shift;
  sides += shift;
  ids += shift;
  sharedFinds += shift;
  tasks += shift;
  sets += shift;
  arena += shift;
  firstArena += shift;
}

/** Writes the marks of a member. */
function countRows(to: usize, counts: usize): void {
  let units = 0;
  used = 0;
  for (let row: usize = 0; row < <usize>rows; row++) {
    const w = weightOf(row) * <f64>load<u8>(counts + row);
    store<f64>(to + (row << 3), w);
    used += i32(w > 0);
    units += i32(w == 1);
  }
  useMarks(to, used == units);
}

/** The codes of an attribute, by row. */
@inline
export function codesOf(attribute: i32): usize {
  return codes + ((<usize>attribute * <usize>rows) << 2);
}

/** The number of codes, which is also the code of a missing cell. */
@inline
export function codeCount(attribute: i32): u32 {
  return load<u32>(codeCounts + (<usize>attribute << 2));
}

@inline
export function isNominal(attribute: i32): bool {
  return (load<u8>(kinds + <usize>attribute) & 1) != 0;
}

/** Whether its rows are counted by code while nodes are large. */
@inline
export function isCounted(attribute: i32): bool {
  return (load<u8>(kinds + <usize>attribute) & 4) != 0;
}

@inline
export function hasMissing(attribute: i32): bool {
  return (load<u8>(kinds + <usize>attribute) & 2) != 0;
}

export function noteMissing(attribute: i32, missing: bool): void {
  const p = kinds + <usize>attribute;
  store<u8>(p, (load<u8>(p) & ~2) | (missing ? 2 : 0));
}

@inline
export function weightOf(row: usize): f64 {
  return marks ? load<f64>(marks + (row << 3)) : 1;
}

@inline
export function classOf(row: usize): usize {
  return <usize>load<u16>(labels + (row << 1));
}

/** Most codes of a nominal or counted attribute that can occur at a node, and one more. */
export function mostLevels(): i32 {
  let most = 1;
  for (let a = 0; a < attributes; a++) if (isNominal(a) || isCounted(a)) most = max(most, <i32>codeCount(a));
  return min(most, used) + 1;
}

/** Most cells, codes x classes, of a counted attribute, and of all of them. */
const MOST_CELLS: f64 = 4096;
const MOST_COUNTED: f64 = 65536;

/** Chooses the attributes that are counted. */
export function chooseCounted(): void {
  let all: f64 = 0;
  for (let a = 0; a < attributes; a++) {
    const cells = <f64>(codeCount(a) + 1) * <f64>classes;
    const counted = countedCodes > 0 && codeCount(a) <= <u32>countedCodes && cells <= MOST_CELLS && all + cells <= MOST_COUNTED;
    if (counted) all += cells;
    const p = kinds + <usize>a;
    store<u8>(p, (load<u8>(p) & 3) | (counted ? 4 : 0));
  }
}
