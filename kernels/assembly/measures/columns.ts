import { allRows, goTo, nodes, order, out, readJob, rows, take } from "./job";
import { measure } from "./measure";

/** Rows of a block of the kernel `soft`, in bytes of a lane. */
const SOFT_LANE: usize = 512;

/**
 * The measures of all rows of a block, as the kernel `soft` takes them: by 64 rows, then by measure (a node of the code
 * each), then by row.
 */
export function measureColumns(job: usize): void {
  readJob(job);
  allRows(order);
  for (let m = 0; m < nodes; m++) {
    goTo(m);
    take(order, rows);
    const values = measure(0);
    const bytes = <usize>rows << 3;
    for (let row: usize = 0; row < bytes; row += SOFT_LANE) {
      memory.copy(out + row * <usize>nodes + <usize>m * SOFT_LANE, values + row, min(SOFT_LANE, bytes - row));
    }
  }
}
