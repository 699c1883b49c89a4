import { take } from "../common/bump";
import { enterBlockMasses, massBytes, useTableMasses } from "./mass";
import { blockRows, landed, rowCells, rows, rowWidth } from "./params";
import { cellsOfPart, placeOf } from "./column";

// Where the rows of a node are: in the whole table, or in a block, where their cells are contiguous, row by row, so that
// the whole subtree stays in the cache. Either has two lists of entries; dividing a node writes its entries to the same
// range of the other list.

let tableLists: usize = 0;
let blockLists: usize = 0;
let blockCells: usize = 0;
/** By number in the block: the row (u32). */
let blockIds: usize = 0;
let inBlock: bool = false;

/** The lists of the current table or block. */
export let firstList: usize = 0;
export let otherList: usize = 0;
/** Its nodes of up to this many rows get their own blocks. */
export let nextRows: i32 = 0;
/** The distance from one row's cell to the next's. */
export let rowStep: usize = 0;

export function takeBlocks(): void {
  tableLists = take(<usize>rows << 4);
  blockLists = take(<usize>blockRows << 4);
  blockCells = take(<usize>blockRows * <usize>rowWidth * 4);
  blockIds = take(landed ? <usize>blockRows << 2 : 0);
}

export function useTable(): void {
  inBlock = false;
  rowStep = 4;
  useTableMasses();
  firstList = tableLists;
  otherList = tableLists + (<usize>rows << 3);
  nextRows = blockRows;
}

/** Copies n rows with their entries to the block, and makes it current. */
export function enterBlock(entries: usize, n: i32): void {
  copyRows(entries, n);
  if (massBytes() > 0) enterBlockMasses(entries, n);
  if (landed) for (let i: usize = 0; i < <usize>n; i++) store<u32>(blockIds + (i << 2), load<u32>(entries + (i << 3)));
  for (let i: usize = 0; i < <usize>n << 3; i += 8) {
    store<u32>(blockLists + i, <u32>(i >> 3));
    store<u32>(blockLists + i, load<u32>(entries + i, 4), 4);
  }
  inBlock = true;
  rowStep = <usize>rowWidth << 2;
  firstList = blockLists;
  otherList = blockLists + (<usize>blockRows << 3);
  nextRows = 0;
}

/** A call of memory.copy costs more than a few vectors. */
function copyRows(entries: usize, n: i32): void {
  const bytes = <usize>rowWidth << 2;
  const end = entries + (<usize>n << 3);
  let to = blockCells;
  for (let at = entries; at < end; at += 8, to += bytes) {
    const row = rowCells + <usize>load<u32>(at) * bytes;
    for (let k: usize = 0; k < bytes; k += 16) v128.store(to + k, v128.load(row + k));
  }
}

/** Where the cells of attribute `a` begin, the first or the second of a row; they are `rowStep` apart. */
@inline
export function cellsHere(a: i32, part: i32 = 0): usize {
  return inBlock ? blockCells + (<usize>(placeOf(a) + part) << 2) : cellsOfPart(a, part);
}

/** The cells of an entry's row, if they are contiguous here; otherwise 0. */
@inline
export function rowHere(entry: usize): usize {
  return inBlock ? blockCells + <usize>load<u32>(entry) * rowStep : 0;
}

/** The row of an entry. */
@inline
export function rowOf(entry: usize): u32 {
  const number = load<u32>(entry);
  return inBlock ? load<u32>(blockIds + (<usize>number << 2)) : number;
}
