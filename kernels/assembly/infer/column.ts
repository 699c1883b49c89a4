// A column of codes: a record for each group of trees, since codes are ranks among the group's own thresholds.

/** Bytes of a record. */
export const RECORD: usize = 64;

/** Buckets of equal width between the least and the greatest threshold; which one a cell falls into only grows with the cell. */
@inline
export function lowOf(record: usize): f64 {
  return load<f64>(record);
}

@inline
export function scaleOf(record: usize): f64 {
  return load<f64>(record, 8);
}

@inline
export function setBuckets(record: usize, low: f64, scale: f64, last: i32, searchBits: i32): void {
  store<f64>(record, low);
  store<f64>(record, scale, 8);
  store<i32>(record, last, 40);
  store<i32>(record, searchBits, 44);
}

/** The distinct thresholds in ascending order, followed by infinities for searches that go past their end. */
@inline
export function tableOf(record: usize): usize {
  return load<u32>(record, 16);
}

/** By bucket, the number of thresholds in those before it. */
@inline
export function guideOf(record: usize): usize {
  return load<u32>(record, 20);
}

/** The number of thresholds, and where they are in the lists. */
@inline
export function thresholdCountOf(record: usize): i32 {
  return load<i32>(record, 24);
}

@inline
export function listStartOf(record: usize): usize {
  return load<u32>(record, 28);
}

/** 0 for numbers whose missing values go left at every threshold, 1 for those that go right, 2 for levels. */
@inline
export function kindOf(record: usize): u32 {
  return load<u32>(record, 32);
}

/** The number of levels, which is the code of a missing level. */
@inline
export function levelCountOf(record: usize): u32 {
  return load<u32>(record, 36);
}

@inline
export function lastBucketOf(record: usize): i32 {
  return load<i32>(record, 40);
}

/** So many bits can number the thresholds of the fullest bucket, and one more. */
@inline
export function searchBitsOf(record: usize): i32 {
  return load<i32>(record, 44);
}

/** The number of distinct thresholds. */
@inline
export function distinctOf(record: usize): u32 {
  return load<u32>(record, 48);
}

@inline
export function setDistinct(record: usize, distinct: i32): void {
  store<i32>(record, distinct, 48);
}

/** The cells: doubles, or 32-bit level codes. */
@inline
export function cellsOf(record: usize): usize {
  return load<u32>(record, 52);
}

/** Where the codes of this group go, u16 each. */
@inline
export function codesOf(record: usize): usize {
  return load<u32>(record, 56);
}

@inline
export function bucketOf(x: f64, low: f64, scale: f64, last: i32): usize {
  return <usize><i32>min<f64>(max<f64>((x - low) * scale, 0), <f64>last);
}
