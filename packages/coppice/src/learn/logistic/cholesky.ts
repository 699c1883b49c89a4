/**
 * Solves a x = b for a symmetric positive definite matrix, given row by row; `a` is replaced by its Cholesky factor, whose
 * lower triangle `inverseTrace` takes.
 */
export function solve(a: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  factor(a, n);
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= a[i * n + k] * x[k];
    x[i] /= a[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= a[k * n + i] * x[k];
    x[i] /= a[i * n + i];
  }
  return x;
}

function factor(a: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / a[j * n + j];
    }
  }
}

/** The diagonal of the inverse of the matrix with this Cholesky factor, summed with weights. */
export function inverseTrace(factor: Float64Array, weights: Float64Array): number {
  const n = weights.length;
  let trace = 0;
  const column = new Float64Array(n);
  // The squares of column c of the inverse factor add up to entry c of the inverse's diagonal.
  for (let c = 0; c < n; c++) {
    column.fill(0);
    let squares = 0;
    for (let i = c; i < n; i++) {
      let sum = i === c ? 1 : 0;
      for (let k = c; k < i; k++) sum -= factor[i * n + k] * column[k];
      column[i] = sum / factor[i * n + i];
      squares += column[i] * column[i];
    }
    trace += weights[c] * squares;
  }
  return trace;
}
