import { f64At, putF64 } from "./job";

// The factor of a positive definite matrix, in place: see learn/propose/cholesky.ts. Column by column, so that whole rows
// change at once; from each element the same products are taken in the same order as there.

/** A pivot below this share of its diagonal element means that the matrix is singular. */
const LEAST_PIVOT: f64 = 1e-10;

/** The lower triangle becomes its factor; false if the matrix is singular. `column` is scratch for two rows. */
export function factor(matrix: usize, used: i32, width: i32, column: usize): bool {
  const bytes = <usize>width << 3;
  const given = column + bytes;
  for (let a = 0; a < used; a++) putF64(given, a, f64At(matrix + <usize>a * bytes, a));
  for (let k = 0; k < used; k++) {
    const pivot = f64At(matrix + <usize>k * bytes, k);
    if (!(pivot > LEAST_PIVOT * f64At(given, k)) || !(pivot > 0)) return false;
    const root = sqrt(pivot);
    putF64(matrix + <usize>k * bytes, k, root);
    for (let i = k + 1; i < used; i++) {
      const x = f64At(matrix + <usize>i * bytes, k) / root;
      putF64(matrix + <usize>i * bytes, k, x);
      putF64(column, i, x);
    }
    subtractColumn(matrix, used, bytes, column, k + 1);
  }
  return true;
}

/** From the rest of the matrix, `from` on: the products of the column with itself. */
export function subtractColumn(matrix: usize, used: i32, bytes: usize, column: usize, from: i32): void {
  for (let i = from; i < used; i++) {
    const row = matrix + <usize>i * bytes;
    const x = f64At(column, i);
    let j = from;
    if (j & 1) {
      putF64(row, j, f64At(row, j) - x * f64At(column, j));
      j++;
    }
    const y = f64x2.splat(x);
    for (; j + 1 <= i; j += 2) {
      const at = <usize>j << 3;
      v128.store(row + at, f64x2.sub(v128.load(row + at), f64x2.mul(y, v128.load(column + at))));
    }
    if (j == i) putF64(row, j, f64At(row, j) - x * f64At(column, j));
  }
}

/** The x of L L' x = right, in place. */
export function solve(lower: usize, used: i32, width: i32, x: usize): void {
  const bytes = <usize>width << 3;
  for (let i = 0; i < used; i++) {
    const row = lower + <usize>i * bytes;
    let sum = f64At(x, i);
    for (let k = 0; k < i; k++) sum -= f64At(row, k) * f64At(x, k);
    putF64(x, i, sum / f64At(row, i));
  }
  for (let i = used - 1; i >= 0; i--) {
    let sum = f64At(x, i);
    for (let k = i + 1; k < used; k++) sum -= f64At(lower + <usize>k * bytes, i) * f64At(x, k);
    putF64(x, i, sum / f64At(lower + <usize>i * bytes, i));
  }
}
