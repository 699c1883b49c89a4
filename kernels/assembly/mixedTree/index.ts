import { writePreorder } from "../common/preorder";
import { arenaSize, layOut, stack } from "./arena";
import { growTogether } from "./grow";
import { fillProducts } from "./impurity";
import { chooseCounted, classes, control, NODE_COUNT, readJob, sums } from "./job";
import { writeRoot } from "./node";
import { writeSideSums } from "./sideSums";
import { sortRows } from "./sortRows";
import { growTasks } from "./tasks";

// Exact classification trees of any table: sets of levels, weights on their grid, any criterion, factors of the classes.
// Every attribute's rows are sorted by code once, and the lists stay sorted as nodes divide. The caller has written the
// table; see src/kernels/drivers/mixedTree.ts.

/** Writes the root, once all of the job but its arenas is written; returns the bytes of scratch per thread. */
export function begin(job: usize): usize {
  readJob(0, 1, job);
  chooseCounted();
  writeRoot();
  fillProducts();
  return arenaSize();
}

/** Sorts the rows by the attributes from `from` to `end`. */
export function sort(thread: i32, threads: i32, job: usize, from: i32, end: i32): void {
  readJob(thread, threads, job);
  layOut();
  sortRows(from, end);
}

/** The nodes at the top, by all threads together. */
export function growTop(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  layOut();
  growTogether();
}

/** The subtrees below them. */
export function growRest(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  layOut();
  growTasks();
}

/** Writes the grown tree in preorder. */
export function writeTree(job: usize, at: usize): void {
  readJob(0, 1, job);
  layOut();
  writePreorder<f64>(at, atomic.load<i32>(control + NODE_COUNT), classes, sums, stack);
}

/** Writes the class weights on either side of its tests, if they were noted. */
export function writeSides(job: usize, at: usize): void {
  readJob(0, 1, job);
  layOut();
  writeSideSums(at, atomic.load<i32>(control + NODE_COUNT), stack);
}

export { answer, growMembers, growNext } from "./members";
export { sequence, sequenceScratch } from "./sequence";
// Loops that must not be inlined into their callers, and are not because they are exported. The host's baseline code for a
// function is slow, and optimised code is used only from the next call on.
export { divideLevels, divideNumbers } from "./landing";
export { scanEveryLocal, scanEveryWide, scanMoreLocal, scanMoreWide, scanTwoLocal, scanTwoWide } from "./cuts";
export { markLocal, markWide, planLocal, planWide, writeLocal, writeWide } from "./divideNode";
export { collectCounts, collectLocal, collectWide } from "./levels";
export { partitionLocal, partitionWide, processLocal, processWide } from "./grow";
export { searchLocal, searchWide } from "./searchNode";
export { sortAttribute } from "./sortRows";
export { countLocal, countTwoLocal, countTwoWide, countWide, listLocal } from "./countBranches";
export { searchCounts } from "./searchCounts";
export { nameRows, narrow, narrowCodes } from "./tasks";
