import { fillRoughTable } from "../common/roughLog2";
import { fillProducts } from "./entropy";
import { growAll } from "./grow";
import { readJob, useThread } from "./job";
import { layOut, roughTable, scratchEnd } from "./scratch";
import { chooseOrder } from "./tally";
import { orderAttributes } from "./together";

// Trees by gain ratio as C4.5 grows them: thresholds, a branch per level, rows with a missing value sent down every branch
// with fractional weights. The caller has written the table and the rules; see src/kernels/drivers/ratioTree.ts.

/** Bytes of scratch, once all of the job but its scratch is written. */
export function scratch(job: usize): usize {
  readJob(job);
  return scratchEnd();
}

/** On every thread; the number of nodes, and whether the memory sufficed, is in what they share. */
export function grow(thread: i32, threads: i32, job: usize): void {
  readJob(job);
  useThread(thread, threads);
  layOut();
  chooseOrder();
  orderAttributes();
  fillRoughTable(roughTable);
  if (thread == 0) fillProducts();
  growAll();
}
