import { cholesky, solveCholesky } from "./cholesky.js";
import type { Scatter } from "./scatter.js";

/**
 * Fisher's discriminant of two groups of classes: the direction S⁻¹(m₁ - m₀), where S is the scatter within the groups,
 * made from that within the classes and that between the class means of a group. `inSecond` tells each class's group.
 * S is shrunk towards its diagonal by `shrinkage` (0 to 1), and by as much more as is needed to make it regular.
 */
export function fisher(scatter: Scatter, inSecond: readonly boolean[], shrinkage: number): Float64Array {
  const { order } = scatter;
  const [first, second] = [false, true].map((side) => groupMean(scatter, inSecond, side));
  const pooled = withinGroups(scatter, inSecond, [first, second]);
  const difference = second.map((m, j) => m - first[j]);
  return solveCholesky(regularised(pooled, order, shrinkage), order, difference);
}

/** The Cholesky factor of a scatter matrix, shrunk towards its diagonal by `shrinkage` or by as much as makes it regular. */
export function regularised(matrix: Float64Array, order: number, shrinkage: number): Float64Array {
  for (let amount = shrinkage; ; amount = Math.max(amount * 10, 1e-8)) {
    const lower = cholesky(shrunk(matrix, order, Math.min(amount, 1)), order);
    // The diagonal alone is regular: `shrunk` leaves no element at 0.
    if (lower) return lower;
  }
}

function groupMean({ means, order, classWeights }: Scatter, inSecond: readonly boolean[], side: boolean) {
  const mean = new Float64Array(order);
  let weight = 0;
  inSecond.forEach((isSecond, k) => {
    if (isSecond !== side) return;
    weight += classWeights[k];
    for (let j = 0; j < order; j++) mean[j] += classWeights[k] * means[k * order + j];
  });
  if (weight > 0) for (let j = 0; j < order; j++) mean[j] /= weight;
  return mean;
}

function withinGroups(
  { order, means, classWeights, within }: Scatter,
  inSecond: readonly boolean[],
  groupMeans: readonly Float64Array[],
): Float64Array {
  const pooled = Float64Array.from(within);
  inSecond.forEach((isSecond, k) => {
    const mean = groupMeans[isSecond ? 1 : 0];
    for (let a = 0; a < order; a++) {
      const d = classWeights[k] * (means[k * order + a] - mean[a]);
      for (let b = 0; b <= a; b++) pooled[a * order + b] += d * (means[k * order + b] - mean[b]);
    }
  });
  return pooled;
}

/** Off the diagonal everything is reduced. A column without scatter within the groups gets a little, or it could not be used. */
function shrunk(matrix: Float64Array, order: number, amount: number): Float64Array {
  const result = Float64Array.from(matrix);
  let trace = 0;
  for (let a = 0; a < order; a++) trace += matrix[a * order + a];
  // Where no class scatters, rounding may leave less than 0.
  const share = (1e-6 * trace) / order;
  const least = share > 0 ? share : Number.MIN_VALUE;
  for (let a = 0; a < order; a++) {
    for (let b = 0; b < a; b++) result[a * order + b] *= 1 - amount;
    result[a * order + a] = Math.max(result[a * order + a], least);
  }
  return result;
}
