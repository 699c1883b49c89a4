import type { Truth } from "../../predict/truth.js";
import { Spread } from "./spread.js";

/** The score of a constant prediction: the majority class, or the mean. */
export type Baseline =
  | { readonly kind: "classification"; readonly class: string; readonly accuracy: number }
  | { readonly kind: "regression"; readonly mean: number; readonly rmse: number };

/** Measured on the rows of `truth`; ties between classes go to the first. */
export function baselineOf(truth: Truth, weights?: Float64Array): Baseline {
  if (truth.kind === "regression") {
    const spread = new Spread();
    for (let row = 0; row < truth.values.length; row++) spread.add(truth.values[row], weights?.[row]);
    return { kind: "regression", mean: spread.mean, rmse: Math.sqrt(spread.variance) };
  }
  const counts = new Array<number>(truth.classes.length).fill(0);
  truth.codes.forEach((code, row) => {
    counts[code] += weights?.[row] ?? 1;
  });
  return baselineOfClasses(counts, truth.classes);
}

/** The class with the greatest weight, of several the first. */
export function baselineOfClasses(weights: readonly number[], names: readonly string[]): Baseline {
  const majority = weights.indexOf(Math.max(...weights));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    kind: "classification",
    class: names[majority] ?? "",
    accuracy: (weights[majority] ?? 0) / total,
  };
}
