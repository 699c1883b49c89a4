import { checkTruth } from "../../predict/checkTruth.js";
import type { Prediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import type { Warning } from "../../table/table.js";
import type { Outcome } from "./jobs.js";
import { type Score, scoreOf } from "./score.js";
import type { Split } from "./splits.js";

export interface FoldReport {
  readonly fold: number;
  readonly rows: number;
  readonly score: Score;
  readonly size: Readonly<Record<string, number>>;
}

/** The predictions of all splits together, ordered by pass, then by row. */
export interface Pooled {
  /** The row of each prediction. */
  readonly rows: Int32Array;
  /** The split in which it was a test row. */
  readonly splits: Int32Array;
  readonly truth: Truth;
  readonly prediction: Prediction;
  readonly weights?: Float64Array | undefined;
  /** How many times a row was tested, averaged over the rows that were. */
  readonly passes: number;
}

export interface Assessment {
  /** Over all rows together, each predicted by a model that was not trained on it. */
  readonly score: Score;
  readonly perFold: readonly FoldReport[];
  /** Mean over the models. */
  readonly size: Readonly<Record<string, number>>;
  readonly seconds: { readonly fit: number; readonly predict: number };
  readonly prediction: Prediction;
  readonly pooled: Pooled;
  readonly warnings: readonly Warning[];
}

/** The true targets of the table's rows, and the rows' weights. */
export interface WeightedTruth {
  readonly truth: Truth;
  readonly weights?: Float64Array | undefined;
}

/** Scores the predictions of all folds, together and fold by fold. */
export function assess(
  known: WeightedTruth,
  splits: readonly Split[],
  outcomes: readonly Outcome[],
): Assessment {
  const pooled = pool(known, splits, outcomes);
  return {
    score: scoreOf(pooled.truth, pooled.prediction, pooled.weights),
    perFold: outcomes.map(({ prediction, size }, fold) => ({
      fold,
      rows: splits[fold].test.length,
      score: scoreAt(known, splits[fold].test, prediction),
      size,
    })),
    size: meanSize(outcomes.map(({ size }) => size)),
    seconds: {
      fit: sum(outcomes.map(({ seconds }) => seconds.fit)),
      predict: sum(outcomes.map(({ seconds }) => seconds.predict)),
    },
    prediction: pooled.prediction,
    pooled,
    warnings: distinct(outcomes.flatMap(({ prediction }) => prediction.warnings)),
  };
}

/** The score of predictions for some of the rows. */
export function scoreAt({ truth, weights }: WeightedTruth, rows: Int32Array, prediction: Prediction): Score {
  return scoreOf(truthAt(truth, rows), prediction, weights && at(weights, rows));
}

export function pool(known: WeightedTruth, splits: readonly Split[], outcomes: readonly Outcome[]): Pooled {
  outcomes.forEach(({ prediction }, i) => {
    checkTruth(known.truth, prediction, splits[i].test);
  });
  const places = placesOf(splits);
  const rows = Int32Array.from(places.splits, (split, i) => splits[split].test[places.at[i]]);
  return {
    rows,
    splits: places.splits,
    truth: truthAt(known.truth, rows),
    prediction: gather(known.truth, places, outcomes),
    weights: known.weights && at(known.weights, rows),
    passes: rows.length / new Set(rows).size,
  };
}

/** Where each pooled prediction comes from: the split, and the index among its test rows. */
interface Places {
  readonly splits: Int32Array;
  readonly at: Int32Array;
}

/** Ordered by pass, then by row. Splits are ordered by pass, and each row appears at most once per pass. */
function placesOf(splits: readonly Split[]): Places {
  const length = splits.reduce((sum, { test }) => sum + test.length, 0);
  const places = { splits: new Int32Array(length), at: new Int32Array(length) };
  const rows = splits.reduce((most, { test }) => test.reduce((max, row) => Math.max(max, row + 1), most), 0);
  const splitOf = new Int32Array(rows);
  const placeOf = new Int32Array(rows);
  let next = 0;
  for (let from = 0, to = 0; from < splits.length; from = to) {
    splitOf.fill(-1);
    for (; to < splits.length && splits[to].pass === splits[from].pass; to++) {
      splits[to].test.forEach((row, i) => {
        splitOf[row] = to;
        placeOf[row] = i;
      });
    }
    for (let row = 0; row < rows; row++) {
      if (splitOf[row] < 0) continue;
      places.splits[next] = splitOf[row];
      places.at[next++] = placeOf[row];
    }
  }
  return places;
}

function gather(truth: Truth, { splits, at: place }: Places, outcomes: readonly Outcome[]): Prediction {
  if (truth.kind === "regression") {
    const values = Float64Array.from(splits, (split, i) => {
      const { prediction } = outcomes[split];
      if (prediction.kind !== "regression") throw wrongKind(prediction);
      return prediction.values[place[i]];
    });
    return { kind: "regression", values, warnings: [] };
  }
  const classes = classCount(outcomes, truth.classes.length);
  const labels = new Int32Array(splits.length);
  const probabilities = new Float64Array(splits.length * classes);
  splits.forEach((split, i) => {
    const { prediction } = outcomes[split];
    if (prediction.kind !== "classification") throw wrongKind(prediction);
    const from = place[i] * classes;
    labels[i] = prediction.labels[place[i]];
    probabilities.set(prediction.probabilities.subarray(from, from + classes), i * classes);
  });
  return { kind: "classification", labels, probabilities, warnings: [] };
}

function classCount(outcomes: readonly Outcome[], otherwise: number): number {
  for (const { prediction } of outcomes) {
    if (prediction.kind === "classification" && prediction.labels.length > 0) {
      return prediction.probabilities.length / prediction.labels.length;
    }
  }
  return otherwise;
}

function wrongKind({ kind }: Prediction): Error {
  return new Error(`the prediction is a ${kind}, the target is not`);
}

export function truthAt(truth: Truth, rows: Int32Array): Truth {
  return truth.kind === "regression"
    ? { ...truth, values: at(truth.values, rows) }
    : { ...truth, codes: rows.map((row) => truth.codes[row]) };
}

export function at(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]);
}

export function meanSize(sizes: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const keys = Object.keys(sizes[0]);
  return Object.fromEntries(keys.map((key) => [key, sum(sizes.map((size) => size[key])) / sizes.length]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}
