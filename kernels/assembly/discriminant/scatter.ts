import { f64At, putF64 } from "./job";

// Class means and the scatter within classes, from the sums of all rows: see learn/propose/scatter.ts.

/** Divides the class sums by the class weights, and takes the scatter of the means off the products. */
export function within(sums: usize, present: i32, used: i32, width: i32, classWeights: usize): void {
  const products = sums + ((<usize>width * <usize>present) << 3);
  for (let k = 0; k < present; k++) {
    const own = sums + ((<usize>k * <usize>width) << 3);
    const weight = f64At(classWeights, k);
    for (let j = 0; j < used; j++) putF64(own, j, f64At(own, j) / weight);
    for (let a = 0; a < used; a++) subtract(products + ((<usize>a * <usize>width) << 3), own, weight * f64At(own, a), a);
  }
}

/** From a row of the lower triangle: `factor` times the first of `cells`, up to number `last`. */
@inline
function subtract(row: usize, cells: usize, factor: f64, last: i32): void {
  const y = f64x2.splat(factor);
  // Rows are padded to an even number of columns.
  for (let at: usize = 0; at <= <usize>last << 3; at += 16) {
    v128.store(row + at, f64x2.sub(v128.load(row + at), f64x2.mul(y, v128.load(cells + at))));
  }
}
