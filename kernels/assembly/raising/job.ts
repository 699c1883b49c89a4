// A tree that is being rebuilt, and the rows that it was grown from. The caller writes the job as doubles, one per field.

import { field, pointer } from "../common/job";

export let rows: i32 = 0;
export let classes: i32 = 0;
/** Two doubles per attribute: where its cells are, and whether they are levels (i32, else f64). */
let columns: usize = 0;
/** An i32 per row: its class. */
export let labels: usize = 0;
/** Fractional weights are multiples of this. */
export let quantum: f64 = 0;
/** Eight words per node, the first two of them a threshold; see below. */
let nodes: usize = 0;
/** The branches of nodes, as node numbers (i32), and the shares of rows with a missing value (f64). */
export let branches: usize = 0;
export let shares: usize = 0;
/** The class weights of each node. */
export let counts: usize = 0;
/** Entries: rows (u32) and weights (f64). */
export let entryRows: usize = 0;
export let entryWeights: usize = 0;
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

export function readJob(job: usize): void {
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
  sides = pointer(job, 12);
  sortedRows = pointer(job, 13);
  sortedWeights = pointer(job, 14);
  known = pointer(job, 15);
  parts = pointer(job, 16);
  begins = pointer(job, 17);
  nexts = pointer(job, 18);
  stack = pointer(job, 19);
  answers = pointer(job, 20);
}

export function cellsOf(attribute: i32): usize {
  return <usize>load<f64>(columns + (<usize>attribute << 4));
}

export function areLevels(attribute: i32): bool {
  return load<f64>(columns + (<usize>attribute << 4) + 8) != 0;
}

@inline
export function nodeAt(node: i32): usize {
  return nodes + (<usize>node << 5);
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

@inline
export function countsOf(node: i32): usize {
  return counts + ((<usize>node * <usize>classes) << 3);
}
