import { cellsOf, isOrdered } from "./params";

/** The midpoint of the cells of two rows, as in learn/branch/placement.ts; for codes the lower one. */
@inline
export function thresholdBetween(a: i32, lowRow: u32, highRow: u32): f64 {
  const cells = cellsOf(a);
  const low = load<f64>(cells + (<usize>lowRow << 3));
  const high = load<f64>(cells + (<usize>highRow << 3));
  if (isOrdered(a)) return low;
  const sum = low + high;
  const middle = sum - sum == 0 ? sum / 2 : low / 2 + high / 2;
  return middle >= low && middle < high ? middle : low;
}
