import { cellsOf, tiesOf } from "./params";

// Whether cells of the current attribute differ. Most cells of a column are unique, and one bit per row records that: these
// bits stay in the cache, the cells do not.

let ties: usize = 0;
let cells: usize = 0;

@inline
export function useTies(a: i32): void {
  ties = tiesOf(a);
  cells = cellsOf(a);
}

@inline
function cellOf(row: u32): f64 {
  return load<f64>(cells + (<usize>row << 3));
}

/** Whether a row's cell of the current attribute is missing. */
@inline
export function isMissing(row: u32): bool {
  const cell = cellOf(row);
  return cell != cell;
}

/** Whether two rows with known cells, the lower one first in the attribute's order, have different cells. */
@inline
export function differ(low: u32, high: u32): bool {
  const isTied = (<u32>load<u8>(ties + (<usize>low >> 3)) >> (low & 7)) & 1;
  return !isTied || cellOf(low) < cellOf(high);
}
