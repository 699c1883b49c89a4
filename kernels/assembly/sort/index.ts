import { rankColumn, sortColumn, sortScratch } from "../common/radix";

export { sortScratch };

/** Sorts a column and ranks its cells: see common/radix. Returns the number of distinct cells. */
export function encode(cells: usize, n: i32, order: usize, codes: usize, values: usize, scratch: usize): i32 {
  sortColumn(cells, n, order, scratch);
  return rankColumn(cells, n, order, codes, values);
}
