import type { PreparedFit } from "./fitRequest.js";

/**
 * Cells up to which a fit stays on the calling thread: it takes a few milliseconds at a time there, and starting a worker
 * takes fifty and more.
 */
const FEW_CELLS = 2000;

/** Whether a fit is for the calling thread: a learner that cannot be sent elsewhere, or little work. */
export function staysHere(
  { training: { table }, learner }: PreparedFit,
  threads: number | undefined,
): boolean {
  if (typeof learner === "object" && !("module" in learner)) return true;
  return threads === undefined && table.rows * table.columns.length <= FEW_CELLS;
}
