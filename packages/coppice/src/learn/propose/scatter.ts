import type { Design } from "./design.js";
import { PART_ROWS } from "./parts.js";

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
export function scatterOf(design: Design, labels: Int32Array, classes: number): Scatter {
  const { columns, weights, size, totalWeight } = design;
  const order = columns.length;
  const classWeights = new Float64Array(classes);
  for (let i = 0; i < size; i++) classWeights[labels[i]] += weights[i];
  const means = new Float64Array(classes * order);
  const sums = new Float64Array(classes);
  const part = new Float64Array(classes);
  for (let j = 0; j < order; j++) {
    sums.fill(0);
    for (let from = 0; from < size; from += PART_ROWS) {
      part.fill(0);
      addByClass(columns[j], weights, labels, part, from, Math.min(size, from + PART_ROWS));
      for (let k = 0; k < classes; k++) sums[k] += part[k];
    }
    for (let k = 0; k < classes; k++)
      if (classWeights[k] > 0) means[k * order + j] = sums[k] / classWeights[k];
  }
  // Columns are standardised, so what is subtracted is small: nothing is lost to rounding.
  const within = productsOf(design);
  for (let k = 0; k < classes; k++) {
    for (let a = 0; a < order; a++) {
      const scaled = classWeights[k] * means[k * order + a];
      for (let b = 0; b <= a; b++) within[a * order + b] -= scaled * means[k * order + b];
    }
  }
  return { order, classes, classWeights, means, within, totalWeight };
}

function addByClass(
  column: Float64Array,
  weights: Float64Array,
  labels: Int32Array,
  sums: Float64Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) sums[labels[i]] += weights[i] * column[i];
}

/** The weighted products of all pairs of columns, lower triangle. */
export function productsOf({
  columns,
  weights,
  size,
}: Pick<Design, "columns" | "weights" | "size">): Float64Array {
  const order = columns.length;
  const products = new Float64Array(order * order);
  const isPlain = weights.every((weight) => weight === 1);
  const weighted = isPlain ? undefined : new Float64Array(Math.min(PART_ROWS, size));
  for (let start = 0; start < size; start += PART_ROWS) {
    const end = Math.min(start + PART_ROWS, size);
    for (let a = 0; a < order; a++) {
      const left = weighted
        ? weigh(columns[a], weights, start, end, weighted)
        : columns[a].subarray(start, end);
      let b = 0;
      for (; b + 3 <= a; b += 4) addFour(products, a * order + b, left, columns, b, start);
      for (; b <= a; b++) products[a * order + b] += dot(left, columns[b], start);
    }
  }
  return products;
}

function weigh(column: Float64Array, weights: Float64Array, start: number, end: number, into: Float64Array) {
  for (let i = start; i < end; i++) into[i - start] = column[i] * weights[i];
  return into.subarray(0, end - start);
}

/** One column with four others: each of its cells is read once. */
function addFour(
  products: Float64Array,
  at: number,
  left: Float64Array,
  columns: readonly Float64Array[],
  b: number,
  start: number,
): void {
  const [c0, c1, c2, c3] = [columns[b], columns[b + 1], columns[b + 2], columns[b + 3]];
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (let i = 0; i < left.length; i++) {
    const x = left[i];
    s0 += x * c0[start + i];
    s1 += x * c1[start + i];
    s2 += x * c2[start + i];
    s3 += x * c3[start + i];
  }
  products[at] += s0;
  products[at + 1] += s1;
  products[at + 2] += s2;
  products[at + 3] += s3;
}

function dot(left: Float64Array, column: Float64Array, start: number): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i] * column[start + i];
  return sum;
}
