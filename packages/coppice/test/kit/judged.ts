import type { Prediction } from "../../src/predict/prediction.js";
import type { Truth } from "../../src/predict/truth.js";

/** What is judged and by what: predictions and the truth, written by hand. */

export const labelled = (...codes: number[]): Prediction => ({
  ...{ kind: "classification", labels: Int32Array.from(codes), warnings: [] },
  probabilities: new Float64Array(0),
});
export const valued = (...numbers: number[]): Prediction => ({
  ...{ kind: "regression", values: Float64Array.from(numbers), warnings: [] },
});
export const trueClasses = (codes: Iterable<number>, classes: readonly string[] = ["a", "b", "c"]) =>
  ({ kind: "classification", codes: Int32Array.from(codes), classes }) satisfies Truth;
export const trueValues = (...numbers: number[]) =>
  ({ kind: "regression", values: Float64Array.from(numbers) }) satisfies Truth;
