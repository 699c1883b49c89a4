// What the jobs of exact class trees have in common: the first fields of the block of doubles that the caller writes. Every
// thread reads it into its own globals.

import { field, pointer } from "./job";
import { useNodes } from "./treeNode";

/** Rows of the table. */
export let rows: i32 = 0;
export let attributes: i32 = 0;
export let classes: i32 = 0;
export let tolerance: f64 = 0;
export let maxDepth: i32 = 0;
export let zeroGain: bool = false;
let nodes: usize = 0;
/** Counters shared by the threads, a cache line each; see the offsets below. */
export let control: usize = 0;
export let listsA: usize = 0;
export let listsB: usize = 0;
/** A byte per row or id: the side it goes to. */
export let sides: usize = 0;
/** u16 per row: its id in the node whose lists are u16. */
export let ids: usize = 0;
/** The best test on each attribute, if threads search one node together. */
export let sharedFinds: usize = 0;
export let tasks: usize = 0;

export let thread: i32 = 0;
export let threads: i32 = 1;

/** The first field of a kernel's own. */
export const OWN: usize = 14;

export const NEXT_TASK: usize = 0;
export const TASK_COUNT: usize = 64;
export const NODE_COUNT: usize = 128;
export const BARRIER: usize = 192;
/** The first counter of a kernel's own. */
export const OWN_COUNTER: usize = 256;
export const CONTROL_BYTES: usize = 384;

export function readTreeJob(thread_: i32, threads_: i32, job: usize): void {
  thread = thread_;
  threads = threads_;
  rows = <i32>field(job, 0);
  attributes = <i32>field(job, 1);
  classes = <i32>field(job, 2);
  tolerance = field(job, 3);
  maxDepth = <i32>field(job, 4);
  zeroGain = field(job, 5) != 0;
  nodes = pointer(job, 6);
  control = pointer(job, 7);
  listsA = pointer(job, 8);
  listsB = pointer(job, 9);
  sides = pointer(job, 10);
  ids = pointer(job, 11);
  sharedFinds = pointer(job, 12);
  tasks = pointer(job, 13);
  useNodes(nodes);
}

/** All that growth writes to is `bytes` after the places that the job names. */
export function shiftWorkspace(bytes: usize): void {
  nodes += bytes;
  control += bytes;
  listsA += bytes;
  listsB += bytes;
  sides += bytes;
  ids += bytes;
  sharedFinds += bytes;
  tasks += bytes;
  useNodes(nodes);
}
