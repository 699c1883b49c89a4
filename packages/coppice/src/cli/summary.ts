import { unreachable } from "../base/errors.js";
import { type LossOption, resolveLoss } from "../learn/cost/resolve.js";
import { expectedCost } from "../use/evaluate/metrics.js";
import type { Score } from "../use/evaluate/score.js";

/** The figures of a score that fit in a line of JSON. */
export function figuresOf(
  score: Score,
  options: Readonly<Record<string, unknown>> = {},
): Record<string, number> {
  switch (score.kind) {
    case "classification": {
      const cost = costOf(score, options);
      const { accuracy, logLoss, brier } = score;
      return cost === undefined
        ? { accuracy, logLoss, brier }
        : { accuracy, expectedCost: cost, logLoss, brier };
    }
    case "regression":
      return { rmse: score.rmse, mae: score.mae, r2: score.r2 };
    default:
      return unreachable(score);
  }
}

/** The mean loss of a row, where the learner, or its members, were given losses. */
export function costOf(score: Score, options: Readonly<Record<string, unknown>>): number | undefined {
  if (score.kind !== "classification") return undefined;
  const given = options.loss ?? (options.settings as { loss?: unknown } | undefined)?.loss;
  // A word is the loss that boosting makes small, not one of our costs.
  if (typeof given !== "object") return undefined;
  const loss = resolveLoss(given as LossOption, score.classes);
  return loss && expectedCost(score.confusion, loss);
}
