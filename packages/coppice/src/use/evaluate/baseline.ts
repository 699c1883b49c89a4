import type { Truth } from "../../predict/truth.js";
import { rmse } from "./metrics.js";

/** The score of a constant prediction: the majority class, or the mean. */
export type Baseline =
  | { readonly kind: "classification"; readonly class: string; readonly accuracy: number }
  | { readonly kind: "regression"; readonly mean: number; readonly rmse: number };

/** Measured on the rows of `truth`; ties between classes go to the first. */
export function baselineOf(truth: Truth, weights?: Float64Array): Baseline {
  if (truth.kind === "regression") {
    const mean = weightedMean(truth.values, weights);
    const always = new Float64Array(truth.values.length).fill(mean);
    return { kind: "regression", mean, rmse: rmse(truth.values, always, weights) };
  }
  const counts = new Float64Array(truth.classes.length);
  truth.codes.forEach((code, row) => {
    counts[code] += weights?.[row] ?? 1;
  });
  const majority = counts.indexOf(Math.max(...counts));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    kind: "classification",
    class: truth.classes[majority] ?? "",
    accuracy: (counts[majority] ?? 0) / total,
  };
}

function weightedMean(values: Float64Array, weights: Float64Array | undefined): number {
  let sum = 0;
  let total = 0;
  values.forEach((value, row) => {
    const weight = weights?.[row] ?? 1;
    sum += weight * value;
    total += weight;
  });
  return sum / total;
}
