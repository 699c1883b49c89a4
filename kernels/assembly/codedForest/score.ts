import { xlog2x } from "./impurity";
import { costs, isScaled, isSquared } from "./params";

// What tests on different attributes are compared by, where it is not their gain: operation by operation as in
// learn/choose.ts and learn/cost/attributeCosts.ts.

/** Of a test with this gain per weight, at a node of this weight, that sends `left` of `known` left. */
export function scoreOf(a: i32, gain: f64, left: f64, known: f64, weight: f64): f64 {
  const plain = isScaled ? ratioOf(gain, left, known - left, weight) : gain;
  if (costs == 0) return plain;
  const cost = load<f64>(costs + (<usize>a << 3));
  const worth = max<f64>(0, plain);
  return isSquared ? (worth * worth) / cost : worth / cost;
}

/** Gain divided by the split's entropy; rows whose value is missing count as an additional branch. */
function ratioOf(gain: f64, left: f64, right: f64, weight: f64): f64 {
  const missing = max<f64>(0, weight - (left + right));
  const split = xlog2x(weight) - xlog2x(missing) - (xlog2x(left) + xlog2x(right));
  return split > 1e-9 * weight ? gain / (split / weight) : 0;
}

/** Whether a test with this score may be chosen at all. */
@inline
export function isWorthy(score: f64, slack: f64): bool {
  return !(isScaled && score <= slack);
}
