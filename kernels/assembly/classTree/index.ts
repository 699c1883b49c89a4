import { arenaSize, layOut } from "./arena";
import { growMiddleTogether, growWideTogether } from "./growLists";
import { idsAreRows } from "./ids";
import { isWide, readJob } from "./job";
import { sortAttributes } from "./sortAttributes";
import { growTasks } from "./tasks";

// The exact classification tree by Gini: every attribute is sorted once, and its list stays sorted as nodes divide.
// The caller has copied the table and written the root; see src/kernels/classTree.ts.

/** Bytes of scratch a thread, once all of the job but its arenas is written. */
export function scratch(job: usize): usize {
  readJob(0, 1, job);
  return arenaSize();
}

export function sort(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  sortAttributes();
}

/** The nodes at the top, by all threads together. */
export function growTop(thread: i32, threads: i32, job: usize): void {
  readJob(thread, threads, job);
  layOut();
  if (isWide()) {
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
  if (!isWide()) idsAreRows();
  growTasks();
}
