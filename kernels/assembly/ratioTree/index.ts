import { fillProducts } from "./entropy";
import { growAll } from "./grow";
import { readJob } from "./job";
import { fillRoughTable } from "./roughEntropy";
import { layOut, scratchEnd } from "./scratch";

// Trees by gain ratio as C4.5 grows them: thresholds, a branch per level, rows with a missing value sent down every branch
// with fractional weights. The caller has written the table and the rules; see src/kernels/drivers/ratioTree.ts.

/** Bytes of scratch, once all of the job but its scratch is written. */
export function scratch(job: usize): usize {
  readJob(job);
  return scratchEnd();
}

/** The number of nodes, or -1 if the memory did not suffice. */
export function grow(job: usize): i32 {
  readJob(job);
  layOut();
  fillProducts();
  fillRoughTable();
  return growAll();
}
