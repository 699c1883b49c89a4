import { mustBe } from "../base/errors.js";
import type { Model } from "../model/model.js";
import { modelSize } from "../model/model.js";
import { predictTable } from "../predict/predictTable.js";
import { type Truth, truthOf } from "../predict/truth.js";
import { plainFolds, stratifiedFolds } from "../table/folds.js";
import { foldsOfDistinct } from "../table/groupedFolds.js";
import { selectRows, type Table, type Warning } from "../table/table.js";
import { keyColumn } from "../table/training/keyColumn.js";
import { weightsOf } from "../table/training/weights.js";
import { type Assessment, assess } from "../use/evaluate/assess.js";
import { measureOf } from "../use/evaluate/compare.js";
import { type Interval, type MeanFigures, meanFigures, wilson } from "../use/evaluate/intervals.js";
import { type Job, type Outcome, type Runner, trainRows } from "../use/evaluate/jobs.js";
import type { ClassScore, ValueScore } from "../use/evaluate/score.js";
import { checkClasses, classWarnings, foldSplits, jobsOf, type Split } from "../use/evaluate/splits.js";
import type { AnyFitRequest, AsyncFitRequest, LearnerChoice, PreparedFit } from "./fitRequest.js";

export interface CrossValidateRequest<L extends LearnerChoice = string, Target extends string = string>
  extends Omit<AsyncFitRequest<L, Target>, "checkpoint" | "continueFrom"> {
  /** Number of folds. Default: 10. */
  readonly folds?: number;
  /** Whether the folds are stratified by class. Default: true. */
  readonly stratified?: boolean;
  /** Whether rows that are equal in the target and all attributes are kept in one fold. Default: false. */
  readonly groupDuplicates?: boolean;
  /** Confidence level of the intervals. Default: 0.95. */
  readonly confidence?: number;
}

export type AnyCrossValidateRequest = Omit<AnyFitRequest, "checkpoint" | "continueFrom"> &
  Pick<CrossValidateRequest, "folds" | "stratified" | "groupDuplicates" | "confidence">;

/** What classification and regression have in common. */
interface CommonFigures {
  /** Rows evaluated, each by a model that was not trained on it. */
  readonly rows: number;
  /** The accuracy (or RMSE) over the folds: mean, standard deviation, and confidence interval of the mean. */
  readonly overFolds: MeanFigures;
  /** Mean over the models. */
  readonly size: Readonly<Record<string, number>>;
  /** For all folds together. */
  readonly seconds: { readonly fit: number; readonly predict: number };
  readonly warnings: readonly Warning[];
}

export type CrossValidation = ClassCrossValidation | ValueCrossValidation;

export interface ClassCrossValidation extends CommonFigures, Omit<ClassScore, "confusion"> {
  /** Wilson's confidence interval of the accuracy. */
  readonly interval: Interval;
  /** Weight of the rows by true class, then by predicted class. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly perFold: readonly (Omit<ClassScore, "kind" | "confusion" | "classes"> & FoldFacts)[];
  /** The predicted class of each row. */
  readonly labels: readonly string[];
}

export interface ValueCrossValidation extends CommonFigures, ValueScore {
  readonly perFold: readonly (Omit<ValueScore, "kind"> & FoldFacts)[];
  /** The predicted value of each row. */
  readonly values: Float64Array;
}

interface FoldFacts {
  readonly rows: number;
  readonly size: Readonly<Record<string, number>>;
}

/** For each fold, learns from the other folds and evaluates on it; `run` does the learning. */
export async function crossValidatePrepared(
  { training, spec }: PreparedFit,
  request: AnyCrossValidateRequest,
  run: Runner,
): Promise<CrossValidation> {
  const { folds = 10, stratified = true, groupDuplicates = false, confidence = 0.95 } = request;
  const { onProgress, onWarning } = request;
  if (!(confidence > 0 && confidence < 1)) {
    throw mustBe("OPTION_RANGE", "confidence", "a share between 0 and 1", confidence);
  }
  const truth = truthOf(training.target, training.table);
  const { seed = 1 } = spec;
  const splits = splitsOf(truth, training, { folds, stratified, groupDuplicates, seed });
  const outcomes = await run(jobsOf(splits), onProgress);
  const assessment = assess({ truth, weights: weightsOf(training) }, splits, outcomes);
  const warnings = [...classWarnings(truth, splits), ...assessment.warnings];
  for (const warning of warnings) onWarning?.(warning);
  return reportOf(assessment, confidence, [...training.warnings, ...warnings]);
}

function splitsOf(
  truth: Truth,
  { table, attributes, target, rowKey }: PreparedFit["training"],
  request: { folds: number; stratified: boolean; groupDuplicates: boolean; seed: number },
): Split[] {
  const { folds, stratified, groupDuplicates, seed } = request;
  const codes = stratified && truth.kind === "classification" ? truth.codes : undefined;
  const keys = rowKey === undefined ? undefined : keyColumn(table, rowKey);
  const foldsOf = groupDuplicates
    ? foldsOfDistinct(table, [...attributes, target.name], codes, keys)
    : (count: number, seed: number) =>
        codes ? stratifiedFolds(codes, count, seed, keys) : plainFolds(table.rows, count, seed, keys);
  const splits = foldSplits(foldsOf(folds, seed));
  if (codes === undefined) checkClasses(truth, splits);
  return splits;
}

function reportOf(assessment: Assessment, confidence: number, warnings: readonly Warning[]): CrossValidation {
  const { score, perFold, pooled, size, seconds } = assessment;
  const { prediction } = pooled;
  const common = {
    rows: pooled.rows.length,
    overFolds: meanFigures(
      perFold.map((fold) => measureOf(fold.score)),
      confidence,
    ),
    size,
    seconds,
    warnings,
  };
  if (score.kind === "classification" && prediction.kind === "classification") {
    const { confusion, ...figures } = score;
    const weight = pooled.weights?.reduce((sum, w) => sum + w, 0) ?? pooled.rows.length;
    return {
      ...figures,
      ...common,
      interval: wilson(score.accuracy, weight, confidence),
      confusion: named(confusion, score.classes),
      perFold: perFold.map((fold) => {
        const { kind: _k, confusion: _c, classes: _n, ...its } = fold.score as ClassScore;
        return { ...its, rows: fold.rows, size: fold.size };
      }),
      labels: Array.from(prediction.labels, (code) => score.classes[code]),
    };
  }
  if (score.kind !== "regression" || prediction.kind !== "regression")
    throw new Error("score and prediction differ in kind");
  return {
    ...score,
    ...common,
    perFold: perFold.map((fold) => {
      const { kind: _k, ...its } = fold.score as ValueScore;
      return { ...its, rows: fold.rows, size: fold.size };
    }),
    values: prediction.values,
  };
}

function named(confusion: readonly (readonly number[])[], classes: readonly string[]) {
  const row = (weights: readonly number[]) =>
    Object.fromEntries(classes.map((name, k) => [name, weights[k]]));
  return Object.fromEntries(classes.map((name, k) => [name, row(confusion[k])]));
}

/** Learns fold by fold, with fits that yield to the event loop. */
export function asyncRunner(
  table: Table,
  fit: (train: Table, onProgress: (share: number) => void) => Promise<Model>,
): Runner<Model> {
  return async (jobs, onProgress) => {
    const outcomes: Outcome<Model>[] = [];
    for (const job of jobs) {
      const done = outcomes.length;
      outcomes.push(
        await outcomeOf(table, job, (train) =>
          fit(train, (share) => onProgress?.((done + share) / jobs.length)),
        ),
      );
      onProgress?.(outcomes.length / jobs.length);
    }
    return outcomes;
  };
}

async function outcomeOf(
  table: Table,
  job: Job,
  fit: (train: Table) => Promise<Model>,
): Promise<Outcome<Model>> {
  const started = performance.now();
  const model = await fit(selectRows(table, trainRows(job, table.rows)));
  const learned = performance.now();
  const prediction = predictTable(model, selectRows(table, job.test));
  const seconds = { fit: (learned - started) / 1000, predict: (performance.now() - learned) / 1000 };
  return { prediction, size: { ...modelSize(model) }, seconds };
}
