import type { PreparedFit } from "./fitRequest.js";

/**
 * Cells up to which a fit runs on the calling thread: it takes a few milliseconds per step there, and starting a worker
 * takes at least fifty.
 */
const FEW_CELLS = 2000;

/** Whether a fit runs on the calling thread: its learner or an option (a criterion of the user's own) cannot be sent to a worker, or there is little work. */
export function fitsOnCallingThread(
  { training: { table }, learner, spec }: PreparedFit,
  threads: number | undefined,
): boolean {
  if (typeof learner === "object" && !("module" in learner)) return true;
  if (Object.values(spec.options ?? {}).some(holdsFunction)) return true;
  return threads === undefined && table.rows * table.columns.length <= FEW_CELLS;
}

/** Functions cannot be cloned; options are at most two levels deep (`settings.criterion.impurity`). */
function holdsFunction(value: unknown): boolean {
  if (typeof value === "function") return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsFunction);
}
