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
      return logistic(scores);
    case "softmax":
      return softmax(scores, outputs);
    default:
      return unreachable(link);
  }
}

/** Both classes' probabilities for each score. */
function logistic(scores: Float64Array): Float64Array {
  const shares = new Float64Array(2 * scores.length);
  for (let i = 0; i < scores.length; i++) {
    const p = 1 / (1 + exp(-scores[i]));
    shares[2 * i] = 1 - p;
    shares[2 * i + 1] = p;
  }
  return shares;
}

function softmax(scores: Float64Array, outputs: number): Float64Array {
  const shares = new Float64Array(scores.length);
  for (let at = 0; at < scores.length; at += outputs) {
    const end = at + outputs;
    let most = scores[at];
    let total = 0;
    for (let k = at; k < end; k++) most = Math.max(most, scores[k]);
    for (let k = at; k < end; k++) total += shares[k] = exp(scores[k] - most);
    for (let k = at; k < end; k++) shares[k] /= total;
  }
  return shares;
}
