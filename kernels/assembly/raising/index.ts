import { control, COUNT, mostEntries, nodeAt, readJob, rows, taskEntries, tasks, useEntries } from "./job";
import { landRows } from "./land";
import { rebuild } from "./rebuild";
import { freeFrom, settleAbove, useFrom } from "./send";
import { linkTop, rebuildUp } from "./top";
import { walkRows } from "./walk";

// A tree that error-based pruning rebuilds, with the rows that it was grown from. See src/kernels/drivers/raising.ts.

const NEXT: usize = 0;
const TASKS: usize = 4;
const FAILED: usize = 8;

/** Reads the job; the root has all rows. */
export function start(job: usize): void {
  readJob(job, 0);
  useFrom(load<i32>(nodeAt(0) + COUNT));
}

/** The same, and sends the rows down the top of the tree; its subtrees are tasks. False if out of memory. */
export function startTop(job: usize): bool {
  start(job);
  const count = settleAbove(0, 0, taskEntries, tasks);
  store<i32>(control, count < 0 ? 0 : linkTop(count), TASKS);
  return count >= 0;
}

/** Rebuilds subtrees, and the top from them. The entries of a thread are after those of the top. */
export function rebuildTasks(thread: i32, threads: i32, job: usize): void {
  readJob(job, thread);
  const share = mostEntries;
  useFrom((thread + 1) * share);
  useEntries((thread + 2) * share);
  while (atomic.load<i32>(control, FAILED) == 0) {
    const next = atomic.add<i32>(control + NEXT, 1);
    if (next >= load<i32>(control, TASKS)) return;
    const node = load<i32>(tasks + (<usize>next << 2));
    if (!rebuildUp(node)) atomic.store<i32>(control, 1, FAILED);
  }
}

/** Rebuilds what no task has; `from` are the first entries that the top does not use. False if out of memory. */
export function rebuildTop(job: usize, from: i32): bool {
  readJob(job, 0);
  useFrom(from);
  return atomic.load<i32>(control, FAILED) == 0 && rebuild(0);
}

/** Where the rows are in the rebuilt tree: see land.ts. */
export function land(job: usize, out: usize): void {
  readJob(job, 0);
  landRows(out, rows);
}

/** What the rebuilt tree says of rows with missing values: see walk.ts. */
export function answerRows(thread: i32, threads: i32, job: usize, request: usize): void {
  readJob(job, thread);
  walkRows(request);
}

export { freeFrom };
export { become, countIfRaised, makeLeaf, settle } from "./send";
