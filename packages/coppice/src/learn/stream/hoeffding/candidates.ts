import { xlog2x } from "../../../base/log2.js";
import { normalShare } from "../../../base/normalShare.js";
import { type LeafStats, MOMENTS, varianceAbove } from "./leafStats.js";

/** A test that a leaf could be split by. */
export type StreamTest =
  | { readonly kind: "threshold"; readonly attribute: number; readonly threshold: number }
  /** One level against all others. */
  | { readonly kind: "level"; readonly attribute: number; readonly level: number }
  /** One branch for each level. */
  | { readonly kind: "levels"; readonly attribute: number };

export interface Candidate {
  readonly test: StreamTest;
  /** Information gain in bits, estimated from what the leaf remembers. */
  readonly merit: number;
  /** The class weights of each branch; those of an attribute's missing values are in none. */
  readonly branches: readonly Float64Array[];
}

/** At least two branches must have more than this share of the weight. */
const LEAST_BRANCH = 0.01;

/** The best test of each attribute that has one with a gain above 0. */
export function candidatesOf(stats: LeafStats, thresholds: number): Candidate[] {
  const { numeric, nominal } = stats.kinds;
  const found: Candidate[] = [];
  for (let j = 0; j < numeric.length; j++) {
    const best = bestThreshold(stats, j, numeric[j], thresholds);
    if (best) found.push(best);
  }
  for (let j = 0; j < nominal.length; j++) {
    const best = bestLevels(stats, j, nominal[j]);
    if (best) found.push(best);
  }
  return found;
}

/** Thresholds at equal distances within the range; what lies below is estimated by a normal distribution for each class. */
function bestThreshold(
  stats: LeafStats,
  j: number,
  attribute: number,
  thresholds: number,
): Candidate | undefined {
  const { classes, ranges } = stats;
  const least = ranges[2 * j];
  const range = ranges[2 * j + 1] - least;
  if (!(range > 0)) return undefined;
  const whole = new Float64Array(classes);
  for (let k = 0; k < classes; k++) whole[k] = stats.moments[(j * classes + k) * MOMENTS];
  const impurity = bits(whole);
  let best: Candidate | undefined;
  for (let i = 1; i <= thresholds; i++) {
    const threshold = least + (range / (thresholds + 1)) * i;
    if (!(threshold > least && threshold < ranges[2 * j + 1])) continue;
    const left = weightsUpTo(stats, j, threshold, range);
    const branches = [left, whole.map((weight, k) => weight - left[k])];
    const merit = gain(impurity, branches);
    if (merit > (best?.merit ?? 0))
      best = { test: { kind: "threshold", attribute, threshold }, merit, branches };
  }
  return best;
}

/** By class, the weight at or below a threshold. */
function weightsUpTo(
  { classes, moments }: LeafStats,
  j: number,
  threshold: number,
  range: number,
): Float64Array {
  const left = new Float64Array(classes);
  for (let k = 0; k < classes; k++) {
    const at = (j * classes + k) * MOMENTS;
    const weight = moments[at];
    if (weight === 0 || threshold < moments[at + 3]) continue;
    if (threshold >= moments[at + 4]) left[k] = weight;
    else {
      const spread = Math.sqrt(varianceAbove(moments[at + 2], weight, range));
      left[k] = weight * normalShare((threshold - moments[at + 1]) / spread);
    }
  }
  return left;
}

/** A branch for each level, or the best level against all others. */
function bestLevels(stats: LeafStats, j: number, attribute: number): Candidate | undefined {
  const { classes, known } = stats;
  const weights = stats.levels[j];
  const count = weights.length / classes;
  if (stats.occurring[j] < 2) return undefined;
  const whole = known.subarray(j * classes, (j + 1) * classes);
  const impurity = bits(whole);
  const each = Array.from({ length: count }, (_, level) =>
    weights.slice(level * classes, (level + 1) * classes),
  );
  let best: Candidate | undefined;
  const offer = (test: StreamTest, branches: readonly Float64Array[]) => {
    const merit = gain(impurity, branches);
    if (merit > (best?.merit ?? 0)) best = { test, merit, branches };
  };
  offer({ kind: "levels", attribute }, each);
  for (let level = 0; level < count; level++) {
    const own = each[level];
    offer({ kind: "level", attribute, level }, [own, whole.map((weight, k) => weight - own[k])]);
  }
  return best;
}

/** The entropy of these weights times their sum, in bits. */
function bits(weights: Float64Array): number {
  let sum = 0;
  let own = 0;
  for (let k = 0; k < weights.length; k++) {
    sum += weights[k];
    own += xlog2x(weights[k]);
  }
  return xlog2x(sum) - own;
}

function gain(impurity: number, branches: readonly Float64Array[]): number {
  let total = 0;
  let remaining = 0;
  const sums = branches.map((weights) => {
    let sum = 0;
    for (let k = 0; k < weights.length; k++) sum += weights[k];
    total += sum;
    remaining += bits(weights);
    return sum;
  });
  const wide = sums.filter((sum) => sum > LEAST_BRANCH * total).length;
  return wide < 2 ? 0 : (impurity - remaining) / total;
}
