import { log2 } from "../../base/log2.js";
import type { OptimalTable } from "../../kernels/drivers/optimal.js";

/** Class weights, or weight, sum and sum of squares of a numeric target. */
export type Sums = Float64Array;

export function widthOf({ target }: OptimalTable): number {
  return target.kind === "classes" ? target.classes : 3;
}

/** Adds a row to the sums that begin at `at`. */
export function addRow({ target, weights }: OptimalTable, row: number, sums: Sums, at: number): void {
  const weight = weights[row];
  if (target.kind === "classes") {
    sums[at + target.labels[row]] += weight;
    return;
  }
  const value = target.values[row];
  sums[at] += weight;
  sums[at + 1] += weight * value;
  sums[at + 2] += weight * value * value;
}

export function sumsOf(table: OptimalTable, rows: Uint32Array): Sums {
  const sums = new Float64Array(widthOf(table));
  for (const row of rows) addRow(table, row, sums, 0);
  return sums;
}

/** What a leaf with these sums costs: the least loss of any class, or the squared error around the mean. */
export function leafCost({ target }: OptimalTable, sums: Sums): number {
  if (target.kind === "values") return squaredError(sums[0], sums[1], sums[2]);
  const { losses, classes } = target;
  let least = Number.POSITIVE_INFINITY;
  for (let label = 0; label < classes; label++) {
    let loss = 0;
    for (let k = 0; k < classes; k++)
      loss += sums[k] * (losses?.[k * classes + label] ?? Number(k !== label));
    least = Math.min(least, loss);
  }
  return least;
}

/** Gini's impurity times the weight, or the squared error: smooth where errors have ties. */
export function impurity({ target }: OptimalTable, sums: Sums): number {
  if (target.kind === "values") return squaredError(sums[0], sums[1], sums[2]);
  const { losses, classes } = target;
  let [total, squares] = [0, 0];
  for (let k = 0; k < classes; k++) {
    // A class weighs by the worst that missing it costs.
    let worst = 1;
    if (losses) {
      worst = 0;
      for (let label = 0; label < classes; label++) worst = Math.max(worst, losses[k * classes + label]);
    }
    const weight = sums[k] * worst;
    total += weight;
    squares += weight * weight;
  }
  return total > 0 ? total - squares / total : 0;
}

function squaredError(weight: number, sum: number, squares: number): number {
  return weight > 0 ? Math.max(0, squares - (sum * sum) / weight) : 0;
}

/** Entropy times the weight, or the squared error. */
export function entropy({ target }: OptimalTable, sums: Sums): number {
  if (target.kind === "values") return squaredError(sums[0], sums[1], sums[2]);
  const total = sums.reduce((sum, weight) => sum + weight, 0);
  return sums.reduce((sum, weight) => (weight > 0 ? sum - weight * log2(weight / total) : sum), 0);
}
