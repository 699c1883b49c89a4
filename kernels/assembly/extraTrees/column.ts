import { columns } from "./params";

// The record of an attribute. Its cells are integers of 32 bits, so that one loop serves all kinds:
//
//   NUMERIC  the rank of the value among the attribute's distinct ones; -1 where missing
//   ORDERED  the code of the level; -1 where missing
//   BITS     1 << the code of the level, of at most 31; 0 where missing
//   WIDE     the code of the level, of any number; -1 where missing
//
//   cells u32 · kind i32 · levels i32 · values u32 · distinct i32 · starts u32 · buckets i32 · - · lowest f64 · scale f64
export const NUMERIC: i32 = 0;
export const ORDERED: i32 = 1;
export const BITS: i32 = 2;
export const WIDE: i32 = 3;

const COLUMN: usize = 48;

@inline
export function column(a: i32): usize {
  return columns + <usize>a * COLUMN;
}

@inline
export function cellsOf(a: i32): usize {
  return <usize>load<u32>(column(a));
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

@inline
export function distinctOf(a: i32): i32 {
  return load<i32>(column(a), 16);
}

/** By bucket: its first rank (i32); one more for the end of the last. */
@inline
export function startsOf(a: i32): usize {
  return <usize>load<u32>(column(a), 20);
}

/** The number of buckets; 0 if the values have none. */
@inline
export function bucketsOf(a: i32): i32 {
  return load<i32>(column(a), 24);
}

export function setBuckets(a: i32, buckets: i32, lowest: f64, scale: f64): void {
  store<i32>(column(a), buckets, 24);
  store<f64>(column(a), lowest, 32);
  store<f64>(column(a), scale, 40);
}

@inline
export function lowestOf(a: i32): f64 {
  return load<f64>(column(a), 32);
}

@inline
export function scaleOf(a: i32): f64 {
  return load<f64>(column(a), 40);
}
