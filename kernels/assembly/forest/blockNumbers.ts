import { take } from "./arena";
import { blockRows } from "./params";

// The rows of a block have numbers of their own, from 0.

/** By number: the row of the table (u32). */
let rowsOfBlock: usize = 0;
/** Of the current block; 0: rows are those of the table. */
export let rowsByNumber: usize = 0;

export function takeNumbers(): void {
  rowsOfBlock = take(<usize>blockRows << 2);
}

export function useTableRows(): void {
  rowsByNumber = 0;
}

/** Numbers the rows of the entries (entries.ts) in their order. */
export function enterRows<T>(entries: usize, n: i32): void {
  for (let i: usize = 0; i < <usize>n; i++) store<u32>(rowsOfBlock + (i << 2), <u32>load<T>(entries + i * sizeof<T>()));
  rowsByNumber = rowsOfBlock;
}

/** The row of the table with this number. */
@inline
export function tableRow(number: usize): u32 {
  return rowsByNumber ? load<u32>(rowsByNumber + (number << 2)) : <u32>number;
}
