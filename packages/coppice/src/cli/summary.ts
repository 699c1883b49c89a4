import { unreachable } from "../base/errors.js";
import type { Score } from "../use/evaluate/score.js";

/** The figures of a score that fit in a line of JSON. */
export function figuresOf(score: Score): Record<string, number> {
  switch (score.kind) {
    case "classification":
      return { accuracy: score.accuracy, logLoss: score.logLoss, brier: score.brier };
    case "regression":
      return { rmse: score.rmse, mae: score.mae, r2: score.r2 };
    default:
      return unreachable(score);
  }
}
