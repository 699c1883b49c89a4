import type { FigureSums } from "../engine/figureSums.js";
import { balancedAccuracy, kappa, matthews } from "../use/evaluate/agreement.js";
import { type Baseline, baselineOfClasses } from "../use/evaluate/baseline.js";
import type { Score } from "../use/evaluate/score.js";

export interface PushedScore {
  readonly score: Score;
  readonly baseline: Baseline;
  readonly weight: number;
}

/** The figures that sums of a database stand for. */
export function judgedFrom(found: FigureSums): PushedScore {
  if (found.kind === "regression") {
    const { weight, squares, sizes, mean, variance } = found;
    const error = squares / weight;
    return {
      score: {
        kind: "regression",
        rmse: Math.sqrt(error),
        mae: sizes / weight,
        r2: variance === 0 ? Number.NaN : 1 - error / variance,
      },
      baseline: { kind: "regression", mean, rmse: Math.sqrt(variance) },
      weight,
    };
  }
  const { classes, confusion } = found;
  const support = confusion.map((row) => row.reduce((sum, cell) => sum + cell, 0));
  const weight = support.reduce((sum, each) => sum + each, 0);
  const hits = confusion.reduce((sum, row, k) => sum + row[k], 0);
  return {
    score: {
      kind: "classification",
      accuracy: hits / weight,
      balancedAccuracy: balancedAccuracy(confusion),
      kappa: kappa(confusion),
      mcc: matthews(confusion),
      logLoss: found.logLoss / weight,
      brier: found.brier / weight,
      confusion,
      classes,
    },
    baseline: baselineOfClasses(support, classes),
    weight,
  };
}
