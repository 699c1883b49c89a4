import { highOf, lowOf } from "./found";
import { valuesOf } from "./params";

/** Midway between the cells on either side of the cut, as learn/branch/placement.ts has it; on codes the lower one. */
export function thresholdOf(a: i32, record: usize, ordered: bool): f64 {
  const values = valuesOf(a);
  const low = load<f64>(values + (<usize>lowOf(record) << 3));
  if (ordered) return low;
  const high = load<f64>(values + (<usize>highOf(record) << 3));
  const sum = low + high;
  const middle = sum - sum == 0 ? sum / 2 : low / 2 + high / 2;
  return middle >= low && middle < high ? middle : low;
}
