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

/** The cut drawn at a share of the way between two numbers, as in learn/branch/randomThreshold.ts. */
@inline
export function drawnBetween(low: f64, high: f64, share: f64): f64 {
  const range = high - low;
  const cut = range < Infinity ? low + share * range : low * (1 - share) + high * share;
  return cut >= low && cut < high ? cut : low;
}
