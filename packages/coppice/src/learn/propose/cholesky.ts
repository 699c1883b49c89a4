/** Symmetric matrices are square, row by row; only the lower triangle is read. */

/** A pivot below this share of its diagonal element means that the matrix is singular, as far as doubles can tell. */
const LEAST_PIVOT = 1e-10;

/** The lower triangle L of a positive definite matrix A = L L', or undefined if it is singular. */
export function cholesky(matrix: Float64Array, order: number): Float64Array | undefined {
  const lower = new Float64Array(order * order);
  for (let i = 0; i < order; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * order + j];
      for (let k = 0; k < j; k++) sum -= lower[i * order + k] * lower[j * order + k];
      if (i !== j) lower[i * order + j] = sum / lower[j * order + j];
      else if (sum > LEAST_PIVOT * matrix[i * order + i] && sum > 0) lower[i * order + i] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return lower;
}

/** The x of L L' x = right. */
export function solveCholesky(lower: Float64Array, order: number, right: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < order; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i * order + k] * x[k];
    x[i] /= lower[i * order + i];
  }
  for (let i = order - 1; i >= 0; i--) {
    for (let k = i + 1; k < order; k++) x[i] -= lower[k * order + i] * x[k];
    x[i] /= lower[i * order + i];
  }
  return x;
}
