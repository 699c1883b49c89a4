import { take } from "./arena";
import { enterRows, takeNumbers, useTableRows } from "./blockNumbers";
import { copyRows } from "./copyRows";
import { unitsOf, useUnits } from "./entries";
import { enterKeys, takeKeys, useTableKeys } from "./keys";
import { rowBytes, useBlock } from "./nodeCells";
import { blockRows, isClasses, isKeyed, rows, target } from "./params";
import { listNumbers, takeRowLists, useTableWeights } from "./rowLists";

// Where the rows of a node are: in the whole table, or in a block, where their cells are contiguous, row by row, so that
// the whole subtree stays in the cache. Either has two lists of entries; dividing a node writes its entries to the same
// range of the other list.

let tableLists: usize = 0;
let blockLists: usize = 0;
let blockCells: usize = 0;
/** For a numeric target. */
let blockUnits: usize = 0;

/** The lists of the current table or block. */
export let firstList: usize = 0;
export let otherList: usize = 0;
/** Its nodes of up to this many rows get their own blocks. */
export let nextRows: i32 = 0;

export function takeGrounds(): void {
  tableLists = take(<usize>rows << 4);
  // Vectors are written and read whole.
  blockLists = take((<usize>blockRows << 4) + 32);
  takeNumbers();
  // Rows are copied in whole vectors.
  if (isKeyed) {
    takeKeys();
    takeRowLists();
  } else blockCells = take(<usize>blockRows * rowBytes() + 16);
  blockUnits = take(isClasses ? 0 : <usize>blockRows << 3);
}

export function useTable(): void {
  useTableRows();
  if (isKeyed) {
    useTableKeys();
    useTableWeights();
  } else useBlock(0);
  useUnits(target);
  firstList = tableLists;
  otherList = tableLists + (<usize>rows << 3);
  nextRows = blockRows;
}

/** Copies n rows with their entries to the block, and makes it current. */
export function enterBlock(entries: usize, n: i32): void {
  copyRows<u64>(entries, n, rowBytes(), blockCells);
  enterRows<u64>(entries, n);
  if (!isClasses) for (let i: usize = 0; i < <usize>n << 3; i += 8) store<f64>(blockUnits + i, unitsOf(entries + i));
  for (let i: usize = 0; i < <usize>n << 3; i += 8) {
    store<u32>(blockLists + i, <u32>(i >> 3));
    store<u32>(blockLists + i, load<u32>(entries + i, 4), 4);
  }
  useBlock(blockCells);
  useUnits(blockUnits);
  useLists();
}

/** The same for a list of rows whose cells are keys. `sums` are those of the rows. */
export function enterKeyBlock(list: usize, n: i32, sums: usize): void {
  enterKeys(list, n);
  enterRows<u32>(list, n);
  listNumbers(list, n, sums, blockLists);
  useLists();
}

function useLists(): void {
  firstList = blockLists;
  otherList = blockLists + (<usize>blockRows << 3);
  nextRows = 0;
}
