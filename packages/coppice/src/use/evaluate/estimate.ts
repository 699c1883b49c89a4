import type { EnsembleModel } from "../../model/ensemble.js";
import type { Prediction } from "../../predict/prediction.js";
import type { Truth } from "../../predict/truth.js";
import { finalOf } from "../draw/ensembleFigures.js";
import { type Assessment, at, type Pooled, truthAt, type WeightedTruth } from "./assess.js";
import { type Baseline, baselineOf } from "./baseline.js";
import { type Interval, rmseInterval, wilson } from "./intervals.js";
import { type Score, scoreOf } from "./score.js";

/** The rows on which a model was scored: never its training rows. */
export type EstimateMethod =
  | { readonly kind: "folds"; readonly folds: number }
  | { readonly kind: "holdOut"; readonly share: number }
  | { readonly kind: "oob" }
  | { readonly kind: "validation" };

export interface Figures {
  readonly accuracy?: number;
  readonly rmse?: number;
  readonly mae?: number;
  readonly r2?: number;
  readonly logLoss?: number;
  /** For boosting: its loss function on the validation rows. */
  readonly loss?: number;
}

/** How well a model is expected to predict new rows. */
export interface Estimate {
  readonly method: EstimateMethod;
  /** How many rows were scored, if known. */
  readonly rows?: number;
  readonly figures: Figures;
  /** For the accuracy or the root mean squared error, if known. */
  readonly interval?: Interval;
  readonly confidence: number;
  readonly baseline: Baseline;
  /** Present if each row's prediction is known. */
  readonly score?: Score;
  readonly pooled?: Pooled;
}

const CONFIDENCE = 0.95;

/** From predictions for rows on which the models were not trained. */
export function estimateOf({ score, pooled }: Assessment, method: EstimateMethod): Estimate {
  const { truth, weights } = pooled;
  const interval = intervalOf(score, pooled, CONFIDENCE);
  return {
    method,
    rows: pooled.rows.length,
    figures: figuresIn(score),
    ...(interval && { interval }),
    confidence: CONFIDENCE,
    baseline: baselineOf(truth, weights),
    score,
    pooled,
  };
}

/** For the accuracy (Wilson's) or the root mean squared error; rows scored several times count once. */
export function intervalOf(score: Score, pooled: Pooled, confidence: number): Interval | undefined {
  const { truth, prediction, weights, passes, rows } = pooled;
  if (score.kind === "classification") {
    const weight = weights?.reduce((sum, each) => sum + each, 0) ?? rows.length;
    return wilson(score.accuracy, weight / passes, confidence);
  }
  if (truth.kind !== "regression" || prediction.kind !== "regression") return undefined;
  const errors = truth.values.map((value, i) => value - prediction.values[i]);
  const shared = passes === 1 ? weights : new Float64Array(errors.length).fill(1 / passes);
  return rmseInterval(errors, shared, confidence);
}

function figuresIn(score: Score): Figures {
  if (score.kind === "regression") return { rmse: score.rmse, mae: score.mae, r2: score.r2 };
  return { accuracy: score.accuracy, logLoss: score.logLoss };
}

/** What estimates need to know of the training rows. */
export interface TrainingRows {
  readonly rows: number;
  readonly weight: number;
  readonly baseline: Baseline;
}

export function trainingRows({ truth, weights }: WeightedTruth): TrainingRows {
  const rows = rowsOf(truth);
  const weight = weights?.reduce((sum, each) => sum + each, 0) ?? rows;
  return { rows, weight, baseline: baselineOf(truth, weights) };
}

/** Out-of-bag: each row is predicted by the trees not trained on it; undefined if the ensemble has no such figure. */
export function outOfBagEstimate(
  model: EnsembleModel,
  { rows, weight, baseline }: TrainingRows,
): Estimate | undefined {
  const curve = model.report?.curves?.find(({ on }) => on === "oob");
  const error = curve && finalOf(curve);
  if (error === undefined) return undefined;
  const facts = { method: { kind: "oob" }, rows, confidence: CONFIDENCE, baseline } as const;
  if (baseline.kind === "classification") {
    return { ...facts, figures: { accuracy: 1 - error }, interval: wilson(1 - error, weight, CONFIDENCE) };
  }
  const explained = baseline.rmse > 0 ? { r2: 1 - error / baseline.rmse ** 2 } : {};
  return { ...facts, figures: { rmse: Math.sqrt(error), ...explained } };
}

/**
 * The estimate completed by each row's prediction: the confusion matrix, the log loss, an interval. Unchanged if
 * those predictions do not reproduce the error of the estimate.
 */
export function withAnswers(
  estimate: Estimate,
  known: WeightedTruth,
  { rows, prediction }: { readonly rows: Int32Array; readonly prediction: Prediction },
): Estimate {
  const truth = truthAt(known.truth, rows);
  const weights = known.weights && at(known.weights, rows);
  const score = scoreOf(truth, prediction, weights);
  const { accuracy, rmse } = estimate.figures;
  const [had, have] = score.kind === "classification" ? [accuracy, score.accuracy] : [rmse, score.rmse];
  if (had === undefined || !(Math.abs(had - have) <= 1e-9 * Math.max(1, Math.abs(had)))) return estimate;
  const pooled = { rows, splits: new Int32Array(rows.length), truth, prediction, weights, passes: 1 };
  const interval = intervalOf(score, pooled, estimate.confidence);
  return {
    ...estimate,
    rows: rows.length,
    figures: figuresIn(score),
    ...(interval && { interval }),
    score,
    pooled,
  };
}

/** The loss on the validation rows used for early stopping; undefined if there were none. */
export function validationEstimate(model: EnsembleModel, { baseline }: TrainingRows): Estimate | undefined {
  const curve = model.report?.curves?.find(({ on }) => on === "validation");
  const loss = curve && finalOf(curve);
  if (loss === undefined) return undefined;
  return {
    method: { kind: "validation" },
    figures: { loss },
    confidence: CONFIDENCE,
    baseline,
  };
}

const rowsOf = (truth: Truth) => (truth.kind === "regression" ? truth.values : truth.codes).length;

/** `10-fold cross-validation`, `out-of-bag`: how a figure was measured, in words. */
export function methodText({ method, rows }: Pick<Estimate, "method" | "rows">): string {
  switch (method.kind) {
    case "folds":
      return `${method.folds}-fold cross-validation`;
    case "holdOut":
      return `hold-out of ${rows} rows`;
    case "oob":
      return "out-of-bag";
    default:
      return "validation rows, also used for early stopping";
  }
}
