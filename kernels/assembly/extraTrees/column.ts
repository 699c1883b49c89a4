import { columns, rows } from "./params";

// The record of an attribute. Its cells are integers of 32 bits, so that one loop serves all kinds:
//
//   NUMERIC  the rank of the value among the attribute's distinct ones; -1 where missing
//   SCALED   the key of the value, see scaled.ts; -1 where missing
//   WHOLE    a number that is an integer, less the lowest one; -1 where missing
//   ORDERED  the code of the level; -1 where missing
//   BITS     a bit for each level, and one after the last for a missing value; at most 62, in two cells of 31
//   WIDE     the code of the level, of any number; -1 where missing
//
//   cells u32 · kind i32 · levels i32 · values u32 · distinct i32 · starts u32 · buckets i32 · place i32 · lowest f64 ·
//   scale f64 · error f64 · keys u32
export const NUMERIC: i32 = 0;
export const SCALED: i32 = 1;
export const WHOLE: i32 = 2;
export const ORDERED: i32 = 3;
export const BITS: i32 = 4;
export const WIDE: i32 = 5;

const COLUMN: usize = 64;

@inline
export function column(a: i32): usize {
  return columns + <usize>a * COLUMN;
}

/** The bits of a cell of levels. */
export const CELL_BITS: u64 = 31;
export const LOW_BITS: u64 = 0x7fffffff;

/** By row: the cell (i32); after the last row the second cells, if there are two. */
@inline
export function cellsOf(a: i32): usize {
  return <usize>load<u32>(column(a));
}

/** The cells of a row that the attribute takes. */
@inline
export function cellCount(a: i32): i32 {
  return kindOf(a) == BITS && levelsOf(a) >= <i32>CELL_BITS ? 2 : 1;
}

@inline
export function cellsOfPart(a: i32, part: i32): usize {
  return cellsOf(a) + ((<usize>part * <usize>rows) << 2);
}

/** The place of its first cell in a row. */
@inline
export function placeOf(a: i32): i32 {
  return load<i32>(column(a), 28);
}

@inline
export function kindOf(a: i32): i32 {
  return load<i32>(column(a), 4);
}

@inline
export function levelsOf(a: i32): i32 {
  return load<i32>(column(a), 8);
}

/** Its distinct values ascending (f64), if it is numeric. Before ranking: the value of each row, NaN where missing. */
@inline
export function valuesOf(a: i32): usize {
  return <usize>load<u32>(column(a), 12);
}

@inline
export function valueAt(a: i32, rank: i32): f64 {
  return load<f64>(valuesOf(a) + (<usize>rank << 3));
}

export function setDistinct(a: i32, distinct: i32): void {
  store<i32>(column(a), distinct, 16);
}

/** The number of distinct values; of integers, of those in their range. */
@inline
export function distinctOf(a: i32): i32 {
  return load<i32>(column(a), 16);
}

/** By bucket: its first rank (i32); one more for the end of the last. */
@inline
export function startsOf(a: i32): usize {
  return <usize>load<u32>(column(a), 20);
}

/** The number of buckets, 0 if the values have none; of scaled values, how far keys are shifted to find theirs. */
@inline
export function bucketsOf(a: i32): i32 {
  return load<i32>(column(a), 24);
}

export function setBuckets(a: i32, buckets: i32, lowest: f64, scale: f64): void {
  store<i32>(column(a), buckets, 24);
  store<f64>(column(a), lowest, 32);
  store<f64>(column(a), scale, 40);
}

/** The lowest value. */
@inline
export function lowestOf(a: i32): f64 {
  return load<f64>(column(a), 32);
}

@inline
export function scaleOf(a: i32): f64 {
  return load<f64>(column(a), 40);
}

/** Of scaled values: how far a threshold may be from where it would be between keys. */
@inline
export function errorOf(a: i32): f64 {
  return load<f64>(column(a), 48);
}

export function makeScaled(a: i32, error: f64): void {
  store<i32>(column(a), SCALED, 4);
  store<f64>(column(a), error, 48);
}

/** By rank: the key of a scaled value (i32). */
@inline
export function keysOf(a: i32): usize {
  return <usize>load<u32>(column(a), 56);
}
