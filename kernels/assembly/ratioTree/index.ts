import { fillProducts } from "./entropy";
import { growAll } from "./grow";
import { readJob } from "./job";
import { layOut, scratchEnd } from "./scratch";

// Trees by the gain ratio as C4.5 grows them: thresholds, a branch for each level, rows with a missing cell shared
// between the branches. The caller has written the table and the rules; see src/kernels/ratioTree.ts.

/** Bytes of scratch, once all of the job but its scratch is written. */
export function scratch(job: usize): usize {
  readJob(job);
  return scratchEnd();
}

/** How many nodes there are, or -1 where there was no room for all. */
export function grow(job: usize): i32 {
  readJob(job);
  layOut();
  fillProducts();
  return growAll();
}
