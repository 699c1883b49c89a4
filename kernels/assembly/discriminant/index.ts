import { arenaSize, layOutOwn, layOutShared } from "./arena";
import { growTogether } from "./grow";
import { readJob } from "./job";
import { findBounds } from "./moments";
import { growTasks } from "./tasks";

// Whole trees whose nodes test Fisher's discriminants. The caller has written the table and the root; see
// src/kernels/drivers/discriminantTree.ts.

/** Finds the bounds of the columns, and returns the bytes of scratch per thread, once all of the job but its arenas is written. */
export function begin(job: usize): usize {
  readJob(0, 1, job);
  findBounds();
  return arenaSize();
}

/** The nodes at the top, by all threads together. */
export function growTop(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  arenaSize();
  layOutShared();
  growTogether();
}

/** The subtrees below them. */
export function growRest(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  layOutOwn();
  growTasks();
}

// Loops that must not be inlined into their callers, and are not because they are exported. The host's baseline code for a
// function is slow, and optimised code is used only from the next call on.
export { subtractColumn, factor, solve } from "./cholesky";
export { bestCut, divide, scanMany, scanTwo } from "./cut";
export { project } from "./direction";
export { fisher } from "./fisher";
export { processAlone, processTogether } from "./grow";
export { addSquaresOfFour, addUpFour, findBounds } from "./moments";
export { addByClass, addProducts, addTile, addTiles, standardise } from "./products";
export { within } from "./scatter";
export { place, settle, sortSome, sortValues } from "./sortValues";
