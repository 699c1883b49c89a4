import { TwoSides } from "./giniGain.js";

/** Steps are told apart as finely as this; the threshold that the node tests in the end is placed exactly. */
const BINS = 512;

/** Rows whose classes are to be separated by the sign of a function of them. */
export interface SignedRows {
  readonly labels: Int32Array;
  readonly weights: Float64Array;
  readonly classWeights: Float64Array;
}

export interface Step {
  readonly step: number;
  readonly impurity: number;
}

/**
 * The step t for which the signs of values + t × direction separate the classes best. Row i changes sides at t = -value /
 * direction, upwards or downwards by the sign of its direction; the steps are sorted into bins on a scale without ends, so the
 * search takes two passes over the rows. Undefined if no row would ever change sides.
 */
export function bestStep(rows: SignedRows, values: Float64Array, direction: Float64Array): Step | undefined {
  const size = values.length;
  const { labels, weights, classWeights } = rows;
  const unit = typicalStep(values, direction);
  if (unit === undefined) return undefined;
  const classes = classWeights.length;
  const moves = new Float64Array(BINS * classes);
  const sides = new TwoSides(classWeights);
  for (let i = 0; i < size; i++) {
    const d = direction[i];
    if (d === 0) {
      if (values[i] <= 0) sides.move(labels[i], weights[i]);
      continue;
    }
    // Far to the left, rows with a positive direction are below 0.
    if (d > 0) sides.move(labels[i], weights[i]);
    const u = -values[i] / d / unit;
    const bin = Math.min(BINS - 1, Math.floor(((u / (1 + Math.abs(u)) + 1) / 2) * BINS));
    moves[bin * classes + labels[i]] += d > 0 ? -weights[i] : weights[i];
  }
  let best: Step | undefined;
  for (let bin = 0; bin + 1 < BINS; bin++) {
    let moved = false;
    for (let k = 0; k < classes; k++) {
      const weight = moves[bin * classes + k];
      if (weight === 0) continue;
      moved = true;
      sides.move(k, weight);
    }
    if (!moved) continue;
    const impurity = sides.impurity();
    if (best !== undefined && !(impurity < best.impurity)) continue;
    const s = ((bin + 1) / BINS) * 2 - 1;
    best = { step: (unit * s) / (1 - Math.abs(s)), impurity };
  }
  return best;
}

/** The mean size of the steps, large ones counted as little more than others, which sets the scale of the bins. */
function typicalStep(values: Float64Array, direction: Float64Array): number | undefined {
  let [above, below] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    above += Math.abs(values[i]);
    below += Math.abs(direction[i]);
  }
  return above > 0 && below > 0 ? above / below : undefined;
}

/** weight × Gini of both sides of 0. */
export function impurityAt({ labels, weights, classWeights }: SignedRows, values: Float64Array): number {
  const sides = new TwoSides(classWeights);
  for (let i = 0; i < values.length; i++) if (values[i] <= 0) sides.move(labels[i], weights[i]);
  return sides.impurity();
}
