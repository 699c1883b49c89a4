import type { Prediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import { type Score, ScoreSums } from "./scoreSums.js";

export type { ClassScore, Score, ValueScore } from "./scoreSums.js";

/** Every metric of predictions against the truth: for classes or for numbers. */
export function scoreOf(truth: Truth, prediction: Prediction, weights?: Float64Array): Score {
  const sums = new ScoreSums();
  sums.add(truth, prediction, weights);
  return sums.score;
}
