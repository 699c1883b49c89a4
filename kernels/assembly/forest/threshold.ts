import { highRowOf, lowRowOf } from "./found";
import { codesOf, valuesOf } from "./params";

/** Midway between the cells on either side of the cut, as learn/branch/placement.ts has it; on codes the lower one. */
export function thresholdOf(a: i32, record: usize, ordered: bool): f64 {
  const values = valuesOf(a);
  const low = load<f64>(values + (<usize>lowCodeOf(a, record) << 3));
  if (ordered) return low;
  const high = load<f64>(values + (<usize>codeOf(a, highRowOf(record)) << 3));
  const sum = low + high;
  const middle = sum - sum == 0 ? sum / 2 : low / 2 + high / 2;
  return middle >= low && middle < high ? middle : low;
}

/** The greatest code that goes left. */
@inline
export function lowCodeOf(a: i32, record: usize): u32 {
  return codeOf(a, lowRowOf(record));
}

@inline
function codeOf(a: i32, row: u32): u32 {
  return load<u32>(codesOf(a) + (<usize>row << 2));
}
