import { labelOf } from "../model/costs.js";
import type { EnsembleModel } from "../model/ensemble.js";

/** Probabilities closer than this are a tie, which goes to the lowest class, since sums of shares are not exact. */
const TIE = 1e-12;

type Loss = readonly (readonly number[])[] | undefined;

/** The most probable class of row `row`. */
export function likeliest(probabilities: Float64Array, row: number, classes: number): number {
  const at = row * classes;
  let best = 0;
  for (let k = 1; k < classes; k++) if (probabilities[at + k] > probabilities[at + best] + TIE) best = k;
  return best;
}

/** The class with the lowest expected loss for row `row`; the most probable one if all errors cost the same. */
export function leastRisk(probabilities: Float64Array, row: number, classes: number, loss: Loss): number {
  if (loss === undefined) return likeliest(probabilities, row, classes);
  return labelOf(probabilities.subarray(row * classes, (row + 1) * classes), { loss });
}

/** The losses applied to an ensemble's averaged probabilities: none if the members already voted by them. */
export function lossOfAnswer({ combine, costs }: Pick<EnsembleModel, "combine" | "costs">): Loss {
  return combine.kind === "vote" ? undefined : costs?.loss;
}

/** The labels for an ensemble's probabilities. */
export function labelsOf(probabilities: Float64Array, classes: number, loss: Loss): Int32Array {
  const labels = new Int32Array(probabilities.length / classes);
  for (let row = 0; row < labels.length; row++) labels[row] = leastRisk(probabilities, row, classes, loss);
  return labels;
}
