import { codesOf, tiesOf } from "./params";

// Whether cells of the current attribute differ. Most cells of a column are unique, and one bit per row records that: these
// bits stay in the cache, the codes do not.

let ties: usize = 0;
let codes: usize = 0;

@inline
export function useTies(a: i32): void {
  ties = tiesOf(a);
  codes = codesOf(a);
}

/** The code of a row for the current attribute. */
@inline
export function codeOf(row: u32): u32 {
  return load<u32>(codes + (<usize>row << 2));
}

/** Whether two rows, the lower one first in the attribute's order, have different cells. */
@inline
export function differ(low: u32, high: u32): bool {
  const isTied = (<u32>load<u8>(ties + (<usize>low >> 3)) >> (low & 7)) & 1;
  return !isTied || codeOf(low) < codeOf(high);
}
