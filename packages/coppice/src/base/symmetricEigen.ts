/** Eigenvalues of a symmetric matrix, greatest first, each with its unit vector, whose largest component is positive. */
export interface Eigen {
  readonly values: readonly number[];
  readonly vectors: readonly Float64Array[];
}

/** Sweeps over all pairs; few are needed, since convergence is quadratic. */
const MOST_SWEEPS = 60;

/** By Jacobi's rotations, in a fixed order: the same matrix gives the same bits everywhere. */
export function symmetricEigen(given: readonly Float64Array[]): Eigen {
  const n = given.length;
  const a = given.map((row) => row.slice());
  const v = given.map((_, i) => Float64Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < MOST_SWEEPS && offDiagonal(a) > 0; sweep++)
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, v, p, q);
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[j][j] - a[i][i] || i - j);
  return { values: order.map((i) => a[i][i]), vectors: order.map((i) => pointed(v.map((row) => row[i]))) };
}

/** What is left beside the diagonal, 0 where it no longer changes the diagonal. */
function offDiagonal(a: readonly Float64Array[]): number {
  let off = 0;
  let on = 0;
  a.forEach((row, i) => {
    row.forEach((x, j) => {
      if (i === j) on += x * x;
      else off += x * x;
    });
  });
  return off > 1e-30 * on ? off : 0;
}

/** Makes a[p][q] zero by a rotation of the axes p and q. */
function rotate(a: readonly Float64Array[], v: readonly Float64Array[], p: number, q: number): void {
  if (a[p][q] === 0) return;
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of a) turn(row, p, q, c, s);
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [a[p][k], a[q][k]];
    a[p][k] = c * x - s * y;
    a[q][k] = s * x + c * y;
  }
  for (const row of v) turn(row, p, q, c, s);
}

function turn(row: Float64Array, p: number, q: number, c: number, s: number): void {
  const [x, y] = [row[p], row[q]];
  row[p] = c * x - s * y;
  row[q] = s * x + c * y;
}

/** The vector or its opposite. */
function pointed(vector: readonly number[]): Float64Array {
  const largest = vector.reduce((best, x) => (Math.abs(x) > Math.abs(best) + 1e-12 ? x : best), 0);
  return Float64Array.from(vector, (x) => (largest < 0 ? -x : x));
}
