import type { PreparedFit } from "./fitRequest.js";

/**
 * Cells up to which a fit runs on the calling thread: it takes a few milliseconds per step there, and starting a worker
 * takes at least fifty.
 */
const FEW_CELLS = 2000;

/** Whether a fit runs on the calling thread: its learner cannot be sent to a worker, or there is little work. */
export function fitsOnCallingThread(
  { training: { table }, learner }: PreparedFit,
  threads: number | undefined,
): boolean {
  if (typeof learner === "object" && !("module" in learner)) return true;
  return threads === undefined && table.rows * table.columns.length <= FEW_CELLS;
}
