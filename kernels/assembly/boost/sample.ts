// A sorted sample of each numeric column, for its bin edges.

import { sortColumn } from "../common/radix";

/** Sorts columns of n doubles; threads take columns in turn, each with its own scratch. */
export function sortSamples(
  thread: i32,
  threads: i32,
  columns: usize,
  count: i32,
  n: i32,
  scratches: usize,
  scratchBytes: usize,
): void {
  const order = scratches + <usize>thread * scratchBytes;
  const sorted = order + (<usize>n << 2) + 64;
  const scratch = sorted + (<usize>n << 3);
  for (let c = thread; c < count; c += threads) {
    const cells = columns + ((<usize>c * <usize>n) << 3);
    sortColumn(cells, n, order, scratch);
    for (let i: usize = 0; i < <usize>n; i++) {
      store<f64>(sorted + (i << 3), load<f64>(cells + (<usize>load<u32>(order + (i << 2)) << 3)));
    }
    memory.copy(cells, sorted, <usize>n << 3);
  }
}
