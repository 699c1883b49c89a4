import { rankColumn, sortColumn, sortScratch } from "../common/radix";

export { sortScratch };

/** Sorts a column and ranks its cells: see common/radix. How many distinct cells there are. */
export function encode(cells: usize, n: i32, order: usize, codes: usize, values: usize, scratch: usize): i32 {
  sortColumn(cells, n, order, scratch);
  return rankColumn(cells, n, order, codes, values);
}
