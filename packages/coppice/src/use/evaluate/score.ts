import { checkTruth } from "../../predict/checkTruth.js";
import type { Prediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import { balancedAccuracy, kappa, matthews } from "./agreement.js";
import { accuracy, brier, confusionMatrix, logLoss, mae, r2, rmse } from "./metrics.js";
import { widen } from "./widen.js";

export interface ClassScore {
  readonly kind: "classification";
  readonly accuracy: number;
  readonly balancedAccuracy: number;
  readonly kappa: number;
  /** Matthews' correlation. */
  readonly mcc: number;
  readonly logLoss: number;
  readonly brier: number;
  /** A row per true class, a column per predicted one. */
  readonly confusion: readonly (readonly number[])[];
  /** The classes of the rows and columns of `confusion`. */
  readonly classes: readonly string[];
}

export interface ValueScore {
  readonly kind: "regression";
  readonly rmse: number;
  readonly mae: number;
  readonly r2: number;
}

export type Score = ClassScore | ValueScore;

/** Every metric of predictions against the truth: for classes or for numbers. */
export function scoreOf(truth: Truth, prediction: Prediction, weights?: Float64Array): Score {
  checkTruth(truth, prediction);
  if (truth.kind === "classification" && prediction.kind === "classification") {
    const { codes, classes } = truth;
    const count = classes.length;
    const probabilities = widen(prediction.probabilities, codes.length, count);
    const confusion = confusionMatrix(codes, prediction.labels, count, weights);
    return {
      kind: "classification",
      accuracy: accuracy(codes, prediction.labels, weights),
      balancedAccuracy: balancedAccuracy(confusion),
      kappa: kappa(confusion),
      mcc: matthews(confusion),
      logLoss: logLoss(codes, probabilities, count, weights),
      brier: brier(codes, probabilities, count, weights),
      confusion,
      classes,
    };
  }
  if (truth.kind === "regression" && prediction.kind === "regression") {
    return {
      kind: "regression",
      rmse: rmse(truth.values, prediction.values, weights),
      mae: mae(truth.values, prediction.values, weights),
      r2: r2(truth.values, prediction.values, weights),
    };
  }
  throw new Error("checkTruth accepted a truth and a prediction of different kinds");
}
