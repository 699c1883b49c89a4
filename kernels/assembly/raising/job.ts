// A tree that is being rebuilt, and the rows that it was grown from. The caller writes the job as doubles, one per field.

import { field, pointer } from "../common/job";
import { useBound } from "./expected";

export let rows: i32 = 0;
export let classes: i32 = 0;
/** Two doubles per attribute: where its cells are, and whether they are levels (i32, else f64). */
let columns: usize = 0;
/** An i32 per row: its class. */
export let labels: usize = 0;
/** Fractional weights are multiples of this. */
export let quantum: f64 = 0;
/** Fourteen words per node, the first two of them a threshold; see below. */
let nodes: usize = 0;
/** The branches of nodes, as node numbers (i32), and the shares of rows with a missing value (f64). */
export let branches: usize = 0;
export let shares: usize = 0;
/** The class weights of each node. */
export let counts: usize = 0;
/** Entries: rows (u32) and weights (f64). */
export let entryRows: usize = 0;
export let entryWeights: usize = 0;
/** Where those end that this thread may use. */
export let mostEntries: i32 = 0;
/** By entry: its branch (i32); and the entries after division. */
export let sides: usize = 0;
export let sortedRows: usize = 0;
export let sortedWeights: usize = 0;
/** By branch: known weight and share (f64), where its entries begin and where the next goes (i32). */
export let known: usize = 0;
export let parts: usize = 0;
export let begins: usize = 0;
export let nexts: usize = 0;
/** Pending nodes, four words each. */
export let stack: usize = 0;
/** Class weights of leaves, one after another. */
export let answers: usize = 0;

/** Other pending nodes, a word each. */
export let pending: usize = 0;
/** Nodes whose subtrees threads take (u32), and their counters (i32): the next, their number, 1 if one was out of memory. */
export let tasks: usize = 0;
export let control: usize = 0;
/** Nodes with no more entries are such tasks. */
export let taskEntries: i32 = 0;

/**
 * Each thread has its share of the entries, the first one that after those of the top, and its scratch: the same number of
 * bytes after that of the thread before.
 */
export function readJob(job: usize, thread: i32): void {
  const shift = <usize>thread * pointer(job, 28);
  rows = <i32>field(job, 0);
  classes = <i32>field(job, 1);
  columns = pointer(job, 2);
  labels = pointer(job, 3);
  quantum = field(job, 4);
  nodes = pointer(job, 5);
  branches = pointer(job, 6);
  shares = pointer(job, 7);
  counts = pointer(job, 8);
  entryRows = pointer(job, 9);
  entryWeights = pointer(job, 10);
  mostEntries = <i32>field(job, 11);
  sides = pointer(job, 12) + shift;
  sortedRows = pointer(job, 13) + shift;
  sortedWeights = pointer(job, 14) + shift;
  known = pointer(job, 15) + shift;
  parts = pointer(job, 16) + shift;
  begins = pointer(job, 17) + shift;
  nexts = pointer(job, 18) + shift;
  stack = pointer(job, 19) + shift;
  answers = pointer(job, 20) + shift;
  pending = pointer(job, 21) + shift;
  tasks = pointer(job, 22);
  control = pointer(job, 23);
  taskEntries = <i32>field(job, 24);
  useBound(field(job, 25), field(job, 26), field(job, 27));
}

export function cellsOf(attribute: i32): usize {
  return <usize>load<f64>(columns + (<usize>attribute << 4));
}

export function areLevels(attribute: i32): bool {
  return load<f64>(columns + (<usize>attribute << 4) + 8) != 0;
}

@inline
export function nodeAt(node: i32): usize {
  return nodes + 56 * <usize>node;
}

/** The branch b of the node at an address. */
@inline
export function branchAt(node: usize, b: i32): i32 {
  return load<i32>(branches + ((<usize>load<i32>(node + FIRST) + <usize>b) << 2));
}

/** Entries up to this one are for the top of the tree, and for each thread. */
export function useEntries(until: i32): void {
  mostEntries = until;
}

/** The tested attribute, -1 at a leaf; how many branches; where they and their shares begin; its entries. */
export const THRESHOLD: usize = 0;
export const ATTRIBUTE: usize = 8;
export const BRANCHES: usize = 12;
export const FIRST: usize = 16;
export const FROM: usize = 20;
export const COUNT: usize = 24;
/** Whether some of its entries have a missing value, and went to several branches with fractional weights. */
export const MIXED: usize = 28;
/** Its expected errors as a leaf (f64); NaN until computed. */
export const PROMISE: usize = 32;
/** The node whose test it has; bits of its state: the model's figures are not those of its rows, its subtree is rebuilt. */
export const SPLIT_OF: usize = 40;
export const STATE: usize = 44;
/** In the top of a tree that threads rebuild together: the node above, and how many branches are not rebuilt yet (i32). */
export const PARENT: usize = 48;
export const WAITING: usize = 52;
export const STALE: i32 = 1;
export const DONE: i32 = 2;

@inline
export function countsOf(node: i32): usize {
  return counts + ((<usize>node * <usize>classes) << 3);
}
