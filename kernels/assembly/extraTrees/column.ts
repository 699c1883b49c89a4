import { columns } from "../forest/params";

// The record of an attribute. Its cells are integers, of as few bytes as hold them:
//
//   NUMERIC  the rank of the value among the attribute's distinct ones, plus 1; 0 where missing
//   SCALED   the key of the value, see scaled.ts, plus 1; 0 where missing
//   WHOLE    a number that is an integer, less the lowest one, plus 1; 0 where missing
//   ORDERED  the code of the level, plus 1; 0 where missing
//   BITS     the code of the level, of at most 61; the number of levels where missing
//   WIDE     the code of the level, of any number, plus 1; 0 where missing
//
//   cells u32 · kind i32 · levels i32 · values u32 · distinct i32 · starts u32 · buckets i32 · place i32 · lowest f64 ·
//   scale f64 · error f64 · keys u32 · log2 of a cell's bytes u8 · whether values are missing u8 · way u8
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

/** The bits of a cell of levels in `rowCells`. */
export const CELL_BITS: u64 = 31;
export const LOW_BITS: u64 = 0x7fffffff;

/** By row: the cell. Rows up to a multiple of 64 may be read. */
@inline
export function tableCells(a: i32): usize {
  return <usize>load<u32>(column(a));
}

/** Cells have 1 << so many bytes. */
@inline
export function shiftOf(a: i32): usize {
  return <usize>load<u8>(column(a), 60);
}

/** Whether any value is missing, except where levels are bits: they say so themselves. */
@inline
export function hasGaps(a: i32): bool {
  return load<u8>(column(a), 61) != 0;
}

export function setCells(a: i32, shift: i32, gaps: bool): void {
  store<u8>(column(a), <u8>shift, 60);
  store<u8>(column(a), u8(gaps), 61);
}

/** How an attribute is examined: by the range of its cells, of one, two or four bytes; as sets of levels; or one level at a time. */
export const BYTES: i32 = 0;
export const PAIRS: i32 = 1;
export const WORDS: i32 = 2;
export const SETS: i32 = 3;
const EACH: i32 = 4;

@inline
export function wayOf(a: i32): i32 {
  return <i32>load<u8>(column(a), 62);
}

/** When its kind and its cells are final. */
export function setWay(a: i32): void {
  const kind = kindOf(a);
  store<u8>(column(a), <u8>(kind == WIDE ? EACH : kind == BITS ? SETS : <i32>shiftOf(a)), 62);
}

/** The cells in a row of `rowCells` that the attribute takes. */
@inline
export function cellCount(a: i32): i32 {
  return kindOf(a) == BITS && levelsOf(a) >= <i32>CELL_BITS ? 2 : 1;
}

/** The place of its first cell in a row of `rowCells`. */
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
