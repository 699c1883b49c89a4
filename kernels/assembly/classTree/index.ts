import { preorderBytes, writePreorder, testedBy, highOf, lowOf } from "../common/preorder";
import { arenaSize, layOut, stack } from "./arena";
import { codedScratch as codedArenaSize, isCoded, layOutCoded, writeRows } from "./coded";
import { growCodedTasks, growCodedTogether } from "./growCoded";
import { growMiddleTogether, growWideTogether } from "./growLists";
import { idsAreRows } from "./ids";
import { cell, classes, column, control, counts, isWide, NODE_COUNT, readJob, rows } from "./job";
import { listCodedAttributes, sortAttributes } from "./sortAttributes";
import { writeRoot } from "./node";
import { growTasks } from "./tasks";

// The exact classification tree by Gini. If every attribute has few distinct values, nodes are searched by histograms;
// otherwise every attribute is sorted once, and its list stays sorted as nodes divide. The caller has copied the table;
// see src/kernels/drivers/classTree.ts.

/** Writes the root, once all of the job but its arenas is written; returns the bytes of scratch per thread. */
export function begin(job: usize): usize {
  readJob(0, 1, job);
  writeRoot();
  return arenaSize();
}

/** Sorts the attributes before `end` that are not sorted yet. */
export function sort(thread: i32, threads: i32, job: usize, end: i32): void {
  readJob(thread, threads, job);
  sortAttributes(end);
}

/** After sorting: the additional bytes per thread for tables of codes; 0 if this is not one. */
export function codedScratch(job: usize): usize {
  readJob(0, 1, job);
  return isCoded() ? codedArenaSize() : 0;
}

/** Prepares growth: the rows of a table of codes, or the lists that have not been made yet. */
export function prepare(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  if (!isCoded()) return listCodedAttributes();
  layOutCoded();
  writeRows(<i32>((<i64>rows * thread) / threads), <i32>((<i64>rows * (thread + 1)) / threads));
}

/** The nodes at the top, by all threads together. */
export function growTop(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  layOut();
  if (isCoded()) {
    layOutCoded();
    growCodedTogether();
  } else if (isWide()) {
    growWideTogether();
  } else {
    idsAreRows();
    growMiddleTogether();
  }
}

/** The subtrees below them. */
export function growRest(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  layOut();
  if (isCoded()) {
    layOutCoded();
    growCodedTasks();
  } else {
    if (!isWide()) idsAreRows();
    growTasks();
  }
}

/** Writes the grown tree in preorder; after it, as doubles, the cells on the low side of every cut, and on the high side. */
export function writeTree(job: usize, at: usize): void {
  readJob(0, 1, job);
  const count = atomic.load<i32>(control + NODE_COUNT);
  writePreorder<i32>(at, count, classes, counts, stack);
  const low = at + preorderBytes(count, classes);
  const high = low + (<usize>count << 3);
  for (let i = 0; i < count; i++) {
    const attribute = testedBy(i);
    const tests = attribute >= 0;
    const place = <usize>i << 3;
    // -0 and 0 are one value, 0.
    store<f64>(low + place, tests ? cell(column(attribute), <usize>lowOf(i)) + 0 : 0);
    store<f64>(high + place, tests ? cell(column(attribute), <usize>highOf(i)) + 0 : 0);
  }
}

// Loops that must not be inlined into their callers, and are not because they are exported. The host's baseline code for a
// function is slow, and optimised code is used only from the next call on.
export { partitionWide } from "./partition";
export { searchWide } from "./searchLists";
export { scanTwoWide } from "./twoClasses";
export { markWideSides } from "./growLists";
