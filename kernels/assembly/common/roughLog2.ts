import { log2 } from "./log2";

// x log2 x in a few operations, to find the thresholds that are worth the learner's own logarithm. With 256 cells of
// mantissas and four terms of the series of log2(1 + r), |r| < 2^-8.9, the logarithm is off by less than 1e-13.

/** A generous bound of the error of a logarithm. */
export const ROUGH_ERROR: f64 = 1e-12;

const A: f64 = 1.4426950408889634; // 1 / ln 2

/** Bytes of the table. */
export const ROUGH_BYTES: usize = 256 << 4;

/** For each cell 1 / c and log2 c, where c is its middle. */
export function fillRoughTable(table: usize): void {
  for (let cell: usize = 0; cell < 256; cell++) {
    const c = 1 + (<f64>cell + 0.5) / 256;
    store<f64>(table + (cell << 4), 1 / c);
    store<f64>(table + (cell << 4), log2(c), 8);
  }
}

/** Of a number that is not negative; 0 gives 0. */
@inline
export function roughXlog2x(x: f64, table: usize): f64 {
  const bits = reinterpret<u64>(x);
  const cell = table + ((<usize>(bits >> 44) & 255) << 4);
  const m = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  const r = m * load<f64>(cell) - 1;
  const series = r * (A + r * (-A / 2 + r * (A / 3 - r * (A / 4))));
  return x * (<f64>(<i32>(bits >> 52) - 1023) + load<f64>(cell, 8) + series);
}
