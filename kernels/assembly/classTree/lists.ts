import { attributes, cell, classBits, knownCells, labels, rows, tag, weightOf } from "./job";

// A node's rows, in the order of each attribute's cells, missing values last. Lists are as narrow as the node allows:
// wide    u32  the row, above its class
// middle  u16  an id among the rows of a subtree; for two classes without weights, above its class
// small   u8   an id among the at most 128 rows of a subtree
// A width is its bytes per entry, and always a constant where these functions are inlined.

export const WIDE: i32 = 4;
export const MIDDLE: i32 = 2;
export const SMALL: i32 = 1;

/** By id: the row (u32). */
let middleRow: usize = 0;
let smallRow: usize = 0;

export function useMiddleRows(rows: usize): void {
  middleRow = rows;
}

export function useSmallRows(rows: usize): void {
  smallRow = rows;
}

@inline
export function entry(width: i32, list: usize, i: i32): u32 {
  if (width == WIDE) return load<u32>(list + (<usize>i << 2));
  if (width == MIDDLE) return load<u16>(list + (<usize>i << 1));
  return load<u8>(list + <usize>i);
}

@inline
export function rowOf(width: i32, entry: u32): usize {
  if (width == WIDE) return <usize>(entry >> classBits);
  if (width == MIDDLE) return <usize>load<u32>(middleRow + (<usize>(entry >> tag) << 2));
  return <usize>load<u32>(smallRow + (<usize>entry << 2));
}

@inline
export function rowAt(width: i32, list: usize, i: i32): usize {
  return rowOf(width, entry(width, list, i));
}

/** Whether a cut is possible before entry i: not between equal cells. */
@inline
export function differ(width: i32, list: usize, column: usize, i: i32): bool {
  return cell(column, rowAt(width, list, i - 1)) < cell(column, rowAt(width, list, i));
}

@inline
export function hasMissing(attribute: i32): bool {
  return knownCells(attribute) < rows;
}

/** The number of a list's known cells; they come first. */
@inline
export function knownIn(width: i32, list: usize, m: i32, column: usize): i32 {
  let low = 0;
  let high = m;
  while (low < high) {
    const middle = (low + high) >> 1;
    const x = cell(column, rowAt(width, list, middle));
    if (x == x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The class, from the entry itself if it has it. */
@inline
export function classOf(width: i32, entry: u32, row: usize): usize {
  if (width == WIDE) return <usize>(entry & ((1 << classBits) - 1));
  if (width == MIDDLE && tag) return <usize>(entry & 1);
  return <usize>load<u8>(labels + row);
}

/** Adds the class weights of entries [from, to) to `sums`; returns their total. */
@inline
export function addCounts(width: i32, list: usize, from: i32, to: i32, sums: usize): i32 {
  let total = 0;
  for (let i = from; i < to; i++) {
    const e = entry(width, list, i);
    const row = rowOf(width, e);
    const p = sums + (classOf(width, e, row) << 2);
    const w = weightOf(row);
    store<i32>(p, load<i32>(p) + w);
    total += w;
  }
  return total;
}

/** Bytes of one list of m entries, with padding for reading and writing a vector past the end. */
@inline
export function listBytes(width: i32, m: i32): usize {
  return (<usize>((m + 47) & ~15)) * <usize>width;
}

@inline
export function allLists(width: i32, m: i32): usize {
  return <usize>attributes * listBytes(width, m);
}
