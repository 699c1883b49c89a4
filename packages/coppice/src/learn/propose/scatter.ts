import type { Design } from "./design.js";

/** The rows of a block stay in the nearest cache while every pair of columns is multiplied. */
const BLOCK = 1024;

/** What Fisher's discriminants need to know of the classes of a design's rows. */
export interface Scatter {
  readonly order: number;
  readonly classes: number;
  readonly classWeights: Float64Array;
  /** classes × order. */
  readonly means: Float64Array;
  /** The sum over rows of weight × (row - mean of its class)(row - mean of its class)', lower triangle. */
  readonly within: Float64Array;
  readonly totalWeight: number;
}

/** Class weights, class means and the scatter within classes, in one pass over pairs of columns. */
export function scatterOf(
  { columns, weights, size, totalWeight }: Design,
  labels: Int32Array,
  classes: number,
): Scatter {
  const order = columns.length;
  const classWeights = new Float64Array(classes);
  for (let i = 0; i < size; i++) classWeights[labels[i]] += weights[i];
  const means = new Float64Array(classes * order);
  columns.forEach((column, j) => {
    for (let i = 0; i < size; i++) means[labels[i] * order + j] += weights[i] * column[i];
  });
  for (let k = 0; k < classes; k++) {
    for (let j = 0; j < order; j++) if (classWeights[k] > 0) means[k * order + j] /= classWeights[k];
  }
  const within = new Float64Array(order * order);
  const weighted = new Float64Array(BLOCK);
  const centred = columns.map(() => new Float64Array(BLOCK));
  for (let start = 0; start < size; start += BLOCK) {
    const length = Math.min(BLOCK, size - start);
    for (let j = 0; j < order; j++) centre(columns[j], start, length, labels, means, order, j, centred[j]);
    for (let a = 0; a < order; a++) {
      for (let i = 0; i < length; i++) weighted[i] = weights[start + i] * centred[a][i];
      for (let b = 0; b <= a; b++) within[a * order + b] += dot(weighted, centred[b], length);
    }
  }
  return { order, classes, classWeights, means, within, totalWeight };
}

function centre(
  column: Float64Array,
  start: number,
  length: number,
  labels: Int32Array,
  means: Float64Array,
  order: number,
  j: number,
  into: Float64Array,
): void {
  for (let i = 0; i < length; i++) into[i] = column[start + i] - means[labels[start + i] * order + j];
}

/** Four sums side by side: they do not wait for one another. */
function dot(a: Float64Array, b: Float64Array, length: number): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < length; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (; i < length; i++) s0 += a[i] * b[i];
  return s0 + s1 + (s2 + s3);
}
