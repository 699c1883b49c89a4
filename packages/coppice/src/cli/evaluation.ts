import type { Truth } from "../predict/truth.js";
import type { Warning } from "../table/table.js";
import type { Assessment } from "../use/evaluate/assess.js";
import type { Bootstrap632 } from "../use/evaluate/bootstrap632.js";
import { measureOf } from "../use/evaluate/compare.js";
import { intervalOf } from "../use/evaluate/estimate.js";
import { type Interval, type MeanFigures, meanFigures, shareInterval } from "../use/evaluate/intervals.js";
import { classFigures } from "../use/evaluate/metrics.js";
import { macroOf, type RankFigures, rankFigures, rankFor } from "../use/evaluate/ranking.js";
import type { ClassScore, Score } from "../use/evaluate/score.js";
import type { Training } from "./readTraining.js";
import { type FoldWay, foldsText, type HoldOutWay } from "./splitFlags.js";
import { figuresOf } from "./summary.js";

/** Which rows were learned from and judged. */
export type Way =
  | FoldWay
  | { readonly kind: "resubstitution" }
  | { readonly kind: "leaveOneOut" }
  | HoldOutWay
  | { readonly kind: "bootstrap"; readonly samples: number }
  | { readonly kind: "test"; readonly path: string };

export interface Evaluation {
  readonly path: string;
  readonly learner: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly training: Training;
  readonly seed: number;
  readonly assessment: Assessment;
  /** Of the table that was judged. */
  readonly truth: Truth;
  /** Where each judged row stood in its file. */
  readonly rows: Int32Array;
  readonly way: Way;
  readonly bootstrap?: Bootstrap632;
  readonly confidence: number;
  /** Beyond those about the training table. */
  readonly warnings: readonly Warning[];
  readonly readSeconds: number;
  /** From the table in memory to the last prediction, on however many threads. */
  readonly wall: number;
}

/** A JSON answer stays under a megabyte: what could grow beyond that is left out, and a field says so. */
const MOST_CLASSES = 300;
const MOST_FOLDS = 2000;

export function evaluationJson(evaluation: Evaluation, withPredictions: boolean): object {
  const { learner, options, training, assessment, readSeconds, wall } = evaluation;
  const { score, perFold, size, seconds } = assessment;
  return {
    learner,
    options,
    task: score.kind,
    target: training.target.name,
    rows: training.table.rows,
    ...wayJson(evaluation),
    ...figuresOf(score, options),
    ...(score.kind === "classification" && classJson(evaluation, score)),
    ...bootstrapJson(evaluation),
    intervals: intervalsOf(evaluation),
    perFold: perFold
      .slice(0, MOST_FOLDS)
      .map(({ score: its, ...fold }) => ({ ...fold, ...figuresOf(its, options) })),
    ...(perFold.length > MOST_FOLDS && { perFoldLeftOut: perFold.length - MOST_FOLDS }),
    size,
    seconds: { read: readSeconds, ...seconds, wall },
    warnings: [...training.warnings, ...evaluation.warnings],
    ...(withPredictions && { predictions: predictionsJson(evaluation) }),
  };
}

function wayJson({ way, rows, training, assessment }: Evaluation): object {
  const method = way.kind === "folds" ? (way.file === undefined ? "folds" : "foldsFile") : way.kind;
  switch (way.kind) {
    case "folds":
      return { method, folds: way.count, ...(way.repeats > 1 && { repeats: way.repeats }) };
    case "test":
      return { method, folds: 1, test: way.path, testRows: rows.length };
    case "leaveOneOut":
      return { method, folds: training.table.rows };
    default:
      return { method, folds: assessment.perFold.length };
  }
}

/** With the bootstrap, accuracy (or rmse) is the .632+ estimate; all other figures are of the rows left out. */
function bootstrapJson({ bootstrap, assessment: { score } }: Evaluation): object {
  if (bootstrap === undefined) return {};
  return score.kind === "classification"
    ? { accuracy: 1 - bootstrap.estimate, bootstrap }
    : { rmse: Math.sqrt(bootstrap.estimate), bootstrap };
}

function classJson(evaluation: Evaluation, score: ClassScore): object {
  const { balancedAccuracy, kappa, mcc, classes, confusion } = score;
  const agreement = { balancedAccuracy, kappa, mcc };
  if (classes.length > MOST_CLASSES) return { ...agreement, confusionLeftOut: `${classes.length} classes` };
  const figures = classFigures(confusion);
  const ranks = ranksOf(evaluation);
  return {
    ...agreement,
    auc: macroOf(ranks, "auc"),
    averagePrecision: macroOf(ranks, "averagePrecision"),
    classes,
    confusion,
    perClass: classes.map((name, k) => ({
      class: name,
      ...figures[k],
      auc: ranks[k].auc,
      aucInterval: shareInterval(ranks[k].auc, ranks[k].aucError, evaluation.confidence),
      averagePrecision: ranks[k].averagePrecision,
    })),
  };
}

/** How each class's probability ranks the rows; nothing for more classes than are told apart. */
export function ranksOf({ assessment: { pooled } }: Evaluation): RankFigures[] {
  const { truth, prediction, weights } = pooled;
  if (truth.kind !== "classification" || prediction.kind !== "classification") return [];
  if (truth.classes.length > MOST_CLASSES) return [];
  return truth.classes.map((_, code) => rankFigures(rankFor(code, truth, prediction, weights)));
}

export interface Intervals {
  readonly confidence: number;
  /** Wilson's, of the pooled accuracy; rows judged several times count once. */
  readonly accuracy?: Interval;
  /** Of the pooled root mean squared error. */
  readonly rmse?: Interval;
  /** Student's t, of the mean over the parts. */
  readonly mean?: MeanFigures;
}

/** None where the figure is not of unseen rows, or is an estimate of another kind. */
export function intervalsOf({ assessment, way, confidence }: Evaluation): Intervals {
  if (way.kind === "resubstitution" || way.kind === "bootstrap") return { confidence };
  const { score, perFold, pooled } = assessment;
  const isMany = perFold.length > 1 && way.kind !== "leaveOneOut";
  const interval = intervalOf(score, pooled, confidence);
  return {
    confidence,
    ...(interval && { [score.kind === "classification" ? "accuracy" : "rmse"]: interval }),
    ...(isMany && { mean: meanFigures(foldFigures(assessment), confidence) }),
  };
}

export function foldFigures({ perFold }: Assessment): number[] {
  return perFold.map((fold: { score: Score }) => measureOf(fold.score));
}

function predictionsJson({ assessment: { pooled }, rows, way }: Evaluation): object[] {
  const { truth, prediction, splits } = pooled;
  const count = way.kind === "folds" ? way.count : 1;
  return Array.from(rows, (row, i) => {
    const at = {
      row,
      ...(way.kind === "folds" && { fold: splits[i] % count }),
      ...(way.kind === "folds" && way.repeats > 1 && { repeat: Math.floor(splits[i] / count) }),
      ...(way.kind === "bootstrap" && { sample: splits[i] }),
    };
    if (truth.kind === "regression" && prediction.kind === "regression") {
      return { ...at, truth: truth.values[i], prediction: prediction.values[i] };
    }
    if (truth.kind === "classification" && prediction.kind === "classification") {
      return { ...at, truth: truth.classes[truth.codes[i]], prediction: truth.classes[prediction.labels[i]] };
    }
    throw new Error("a prediction of another kind than the truth");
  });
}

export function howText({
  way,
  seed,
  rows,
  training,
}: Pick<Evaluation, "way" | "seed" | "rows" | "training">): string {
  switch (way.kind) {
    case "folds":
      return foldsText(way, seed);
    case "test":
      return `tested on ${way.path} (${rows.length} rows)`;
    case "resubstitution":
      return "training error (optimistic)";
    case "leaveOneOut":
      return "leave-one-out";
    case "holdOut":
      return `${way.isStratified ? "stratified " : ""}hold-out of ${rows.length} rows, ${training.table.rows - rows.length} to learn from, seed ${seed}`;
    default:
      return `${way.samples} bootstrap samples, seed ${seed}`;
  }
}
