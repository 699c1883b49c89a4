import { unreachable } from "../base/errors.js";
import { exp } from "../base/exp.js";
import type { Combination } from "../model/ensemble.js";

/** Applies the link to sums of scores: values, or class probabilities, two of them for one logistic score. */
export function linked(
  scores: Float64Array,
  { link, outputs }: Extract<Combination, { kind: "sum" }>,
): Float64Array {
  switch (link) {
    case "identity":
      return scores;
    case "exp":
      return scores.map(exp);
    case "logistic":
      return Float64Array.from({ length: 2 * scores.length }, (_, i) => {
        const p = 1 / (1 + exp(-scores[i >> 1]));
        return (i & 1) === 1 ? p : 1 - p;
      });
    case "softmax":
      return softmax(scores, outputs);
    default:
      return unreachable(link);
  }
}

function softmax(scores: Float64Array, outputs: number): Float64Array {
  const shares = new Float64Array(scores.length);
  for (let at = 0; at < scores.length; at += outputs) {
    const most = Math.max(...scores.subarray(at, at + outputs));
    let total = 0;
    for (let k = at; k < at + outputs; k++) total += shares[k] = exp(scores[k] - most);
    for (let k = at; k < at + outputs; k++) shares[k] /= total;
  }
  return shares;
}
