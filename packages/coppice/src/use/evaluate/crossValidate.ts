import { selectRows, type Table, type Warning } from "../../table/table.js";
import type { Prediction } from "../predict/predict.js";
import { type Folds, foldCount } from "./folds.js";
import { type Score, scoreOf, type Truth } from "./score.js";

/** A way to learn, handed in: `use/` does not know the learners. */
export interface Trial<Model> {
  fit(train: Table, onProgress?: (share: number) => void): Model;
  predict(model: Model, test: Table): Prediction;
  sizeOf(model: Model): Readonly<Record<string, number>>;
  /** Seconds since some fixed moment. */
  clock(): number;
}

export interface FoldReport {
  readonly fold: number;
  readonly rows: number;
  readonly score: Score;
  readonly size: Readonly<Record<string, number>>;
}

export interface Assessment {
  /** Over all rows together, each predicted by the model that did not see it. */
  readonly score: Score;
  readonly perFold: readonly FoldReport[];
  /** Mean over the models. */
  readonly size: Readonly<Record<string, number>>;
  readonly seconds: { readonly fit: number; readonly predict: number };
  readonly prediction: Prediction;
  readonly warnings: readonly Warning[];
}

/** Every row has a known target; `truth`, `folds` and `weights` follow the table's rows. */
export interface CrossValidateRequest {
  readonly table: Table;
  readonly truth: Truth;
  readonly folds: Folds;
  readonly weights?: Float64Array | undefined;
  /** Share of the work done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export function crossValidate<Model>(trial: Trial<Model>, request: CrossValidateRequest): Assessment {
  const { table, truth, folds, weights, onProgress } = request;
  const count = foldCount(folds);
  const pooled = blank(truth, table.rows);
  const runs: Run[] = [];
  for (let fold = 0; fold < count; fold++) {
    const inside = rowsWhere(folds, (f) => f === fold);
    const train = selectRows(
      table,
      rowsWhere(folds, (f) => f !== fold),
    );
    const test = selectRows(table, inside);
    const run = runOnce(trial, train, test, (share) => onProgress?.((fold + share) / count));
    runs.push({ ...run, rows: inside });
    copyInto(pooled, run.prediction, inside);
    onProgress?.((fold + 1) / count);
  }
  return {
    score: scoreOf(truth, pooled, weights),
    perFold: runs.map(({ rows, prediction, size }, fold) => ({
      fold,
      rows: rows.length,
      score: scoreOf(truthAt(truth, rows), prediction, weights && at(weights, rows)),
      size,
    })),
    size: meanSize(runs.map((run) => run.size)),
    seconds: {
      fit: sum(runs.map((run) => run.seconds.fit)),
      predict: sum(runs.map((run) => run.seconds.predict)),
    },
    prediction: pooled,
    warnings: distinct(runs.flatMap((run) => run.prediction.warnings)),
  };
}

/** One model learned from `train`, judged on the rows of `test` that it never saw. */
export function holdOut<Model>(
  trial: Trial<Model>,
  train: Table,
  request: Omit<CrossValidateRequest, "folds">,
): Assessment {
  const { table, truth, weights, onProgress } = request;
  const { prediction, size, seconds } = runOnce(trial, train, table, onProgress);
  const score = scoreOf(truth, prediction, weights);
  const perFold = [{ fold: 0, rows: table.rows, score, size }];
  return { score, perFold, size, seconds, prediction, warnings: prediction.warnings };
}

interface Run {
  readonly rows: Int32Array;
  readonly prediction: Prediction;
  readonly size: Readonly<Record<string, number>>;
  readonly seconds: { readonly fit: number; readonly predict: number };
}

function runOnce<Model>(
  trial: Trial<Model>,
  train: Table,
  test: Table,
  onProgress: ((share: number) => void) | undefined,
): Omit<Run, "rows"> {
  const started = trial.clock();
  const model = trial.fit(train, onProgress);
  const fitted = trial.clock();
  const prediction = trial.predict(model, test);
  const seconds = { fit: fitted - started, predict: trial.clock() - fitted };
  return { prediction, size: trial.sizeOf(model), seconds };
}

function blank(truth: Truth, rows: number): Prediction {
  return truth.kind === "regression"
    ? { kind: "regression", values: new Float64Array(rows), warnings: [] }
    : {
        kind: "classification",
        labels: new Int32Array(rows),
        probabilities: new Float64Array(rows * truth.classes.length),
        warnings: [],
      };
}

function copyInto(pooled: Prediction, part: Prediction, rows: Int32Array): void {
  if (pooled.kind === "regression" && part.kind === "regression") {
    rows.forEach((row, i) => {
      pooled.values[row] = part.values[i];
    });
  } else if (pooled.kind === "classification" && part.kind === "classification") {
    const classes = part.probabilities.length / rows.length;
    rows.forEach((row, i) => {
      pooled.labels[row] = part.labels[i];
      pooled.probabilities.set(part.probabilities.subarray(i * classes, (i + 1) * classes), row * classes);
    });
  } else {
    throw new Error(`a ${part.kind} cannot join a ${pooled.kind}`);
  }
}

function truthAt(truth: Truth, rows: Int32Array): Truth {
  return truth.kind === "regression"
    ? { ...truth, values: at(truth.values, rows) }
    : { ...truth, codes: rows.map((row) => truth.codes[row]) };
}

function at(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]);
}

function rowsWhere(folds: Folds, wanted: (fold: number) => boolean): Int32Array {
  return Int32Array.from(folds.keys()).filter((row) => wanted(folds[row]));
}

function meanSize(sizes: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const keys = Object.keys(sizes[0]);
  return Object.fromEntries(keys.map((key) => [key, sum(sizes.map((size) => size[key])) / sizes.length]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}
