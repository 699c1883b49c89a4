import { answerInto } from "./answer";
import { allRows, goTo, lane, nodes, order, out, readJob, rows, take, width } from "./job";
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
    copyLane(measure(0), m, nodes);
  }
}

/** In the same way what leaves (a node of the code each) predict for all rows of a block: by leaf, then by number. */
export function answerColumns(job: usize): void {
  readJob(job);
  allRows(order);
  for (let leaf = 0; leaf < nodes; leaf++) {
    answerInto(leaf, order, rows);
    for (let k = 0; k < width; k++) copyLane(lane(k), leaf * width + k, nodes * width);
  }
}

function copyLane(values: usize, index: i32, many: i32): void {
  const bytes = <usize>rows << 3;
  for (let row: usize = 0; row < bytes; row += SOFT_LANE) {
    memory.copy(out + row * <usize>many + <usize>index * SOFT_LANE, values + row, min(SOFT_LANE, bytes - row));
  }
}
