import { cholesky } from "./cholesky.js";
import type { Design } from "./design.js";
import { productsOf } from "./scatter.js";

/**
 * The columns worth keeping to tell the sides apart: backward elimination by least squares on 1 and -1, which has the direction
 * of Fisher's discriminant. The column with the least t² leaves as long as that is below `toStay`; 2 is Akaike's criterion.
 */
export function keptColumns(design: Design, sides: Int8Array, toStay: number): number[] {
  const order = design.columns.length;
  const products = productsOf(design);
  const right = new Float64Array(order);
  let [square, sum] = [0, 0];
  for (let i = 0; i < design.size; i++) {
    sum += design.weights[i] * sides[i];
    square += design.weights[i];
  }
  const mean = sum / design.totalWeight;
  const total = square - mean * sum;
  for (let j = 0; j < order; j++) {
    const column = design.columns[j];
    for (let i = 0; i < design.size; i++) right[j] += design.weights[i] * (sides[i] - mean) * column[i];
  }
  return backward(products, right, order, total, design.totalWeight, toStay);
}

/** A little of the diagonal is added, so that columns which others determine can be told apart and leave. */
const RIDGE = 1e-6;

function backward(
  products: Float64Array,
  right: Float64Array,
  order: number,
  total: number,
  rows: number,
  toStay: number,
): number[] {
  let kept = Array.from({ length: order }, (_, j) => j);
  const inverse = inverseOf(products, order);
  if (inverse === undefined) return kept;
  // Rows and columns that have left are swept out of the inverse, so each step is a matrix of order².
  while (kept.length > 1) {
    const coefficients = kept.map((a) => kept.reduce((sum, b) => sum + inverse[a * order + b] * right[b], 0));
    const explained = kept.reduce((sum, a, i) => sum + coefficients[i] * right[a], 0);
    const freedom = Math.max(1, rows - kept.length - 1);
    const variance = Math.max(total - explained, 1e-12 * total) / freedom;
    let [weakest, least] = [-1, Number.POSITIVE_INFINITY];
    kept.forEach((a, i) => {
      const t = coefficients[i] ** 2 / (inverse[a * order + a] * variance);
      if (t < least) [weakest, least] = [i, t];
    });
    if (weakest < 0 || least >= toStay) return kept;
    const gone = kept[weakest];
    kept = kept.filter((_, i) => i !== weakest);
    for (const a of kept) {
      const factor = inverse[a * order + gone] / inverse[gone * order + gone];
      for (const b of kept) inverse[a * order + b] -= factor * inverse[gone * order + b];
    }
  }
  return kept;
}

function inverseOf(products: Float64Array, order: number): Float64Array | undefined {
  const regular = Float64Array.from(products);
  for (let a = 0; a < order; a++) regular[a * order + a] *= 1 + RIDGE;
  const lower = cholesky(regular, order);
  if (lower === undefined) return undefined;
  // L⁻¹ first, then its transpose times itself.
  const half = new Float64Array(order * order);
  for (let c = 0; c < order; c++) {
    for (let i = c; i < order; i++) {
      let sum = i === c ? 1 : 0;
      for (let k = c; k < i; k++) sum -= lower[i * order + k] * half[k * order + c];
      half[i * order + c] = sum / lower[i * order + i];
    }
  }
  const inverse = new Float64Array(order * order);
  for (let a = 0; a < order; a++) {
    for (let b = 0; b < order; b++) {
      let sum = 0;
      for (let k = Math.max(a, b); k < order; k++) sum += half[k * order + a] * half[k * order + b];
      inverse[a * order + b] = sum;
    }
  }
  return inverse;
}
