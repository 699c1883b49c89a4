import { checkTruth } from "../../predict/checkTruth.js";
import type { Prediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import { pool, type WeightedTruth } from "./assess.js";
import type { Outcome } from "./jobs.js";
import type { Split } from "./splits.js";

/**
 * The .632+ estimate (Efron and Tibshirani 1997). Errors are misclassification rates or mean squared errors. A
 * bootstrap sample contains about 0.632 of all rows: the error on the rows left out is too large, that on the
 * training rows too small, and their weighted mean gives the former more weight the more the learner overfits.
 */
export interface Bootstrap632 {
  readonly samples: number;
  /** The error of the model of all rows, on all rows. */
  readonly resubstitution: number;
  /**
   * Mean over rows of the mean error of the models not trained on the row (the paper's "leave-one-out bootstrap").
   */
  readonly leftOut: number;
  /** The error if the attributes carried no information: every prediction against every row. */
  readonly noInformation: number;
  /** From 0, no overfitting, to 1, as bad as no information. */
  readonly overfitting: number;
  /** The weight of `leftOut`, from 0.632 to 1. */
  readonly weight: number;
  readonly estimate632: number;
  readonly estimate: number;
}

/** The .632+ bootstrap estimate of the error (Efron and Tibshirani 1997). */
export function bootstrap632(
  known: WeightedTruth,
  whole: Outcome,
  splits: readonly Split[],
  outcomes: readonly Outcome[],
): Bootstrap632 {
  const { truth, weights } = known;
  checkTruth(truth, whole.prediction);
  const rows = truth.kind === "regression" ? truth.values.length : truth.codes.length;
  const weigh = (row: number) => weights?.[row] ?? 1;
  const resubstitution = meanBy(rows, weigh, (row) => lossOf(truth, whole.prediction, row, row));
  const leftOut = leftOutError(known, splits, outcomes, rows);
  const noInformation = noInformationRate(truth, whole.prediction, rows, weigh);
  return { samples: splits.length, ...combine(resubstitution, leftOut, noInformation) };
}

/** The arithmetic of the estimate; the left-out error is capped at the no-information rate. */
export function combine(resubstitution: number, leftOut: number, noInformation: number) {
  const bounded = Math.min(leftOut, noInformation);
  const isOver = bounded > resubstitution && noInformation > resubstitution;
  const overfitting = isOver ? (bounded - resubstitution) / (noInformation - resubstitution) : 0;
  const weight = 0.632 / (1 - 0.368 * overfitting);
  return {
    resubstitution,
    leftOut,
    noInformation,
    overfitting,
    weight,
    estimate632: 0.368 * resubstitution + 0.632 * leftOut,
    estimate: (1 - weight) * resubstitution + weight * bounded,
  };
}

function leftOutError(
  known: WeightedTruth,
  splits: readonly Split[],
  outcomes: readonly Outcome[],
  rows: number,
): number {
  const pooled = pool(known, splits, outcomes);
  const loss = new Float64Array(rows);
  const times = new Int32Array(rows);
  pooled.rows.forEach((row, i) => {
    loss[row] += lossOf(pooled.truth, pooled.prediction, i, i);
    times[row]++;
  });
  // A row that is in every sample has no left-out error.
  return meanBy(
    rows,
    (row) => (times[row] > 0 ? (known.weights?.[row] ?? 1) : 0),
    (row) => (times[row] > 0 ? loss[row] / times[row] : 0),
  );
}

function noInformationRate(
  truth: Truth,
  prediction: Prediction,
  rows: number,
  weigh: (row: number) => number,
): number {
  if (truth.kind === "classification" && prediction.kind === "classification") {
    const actual = new Float64Array(truth.classes.length);
    const predicted = new Float64Array(truth.classes.length);
    let all = 0;
    for (let row = 0; row < rows; row++) {
      actual[truth.codes[row]] += weigh(row);
      predicted[prediction.labels[row]] += weigh(row);
      all += weigh(row);
    }
    return actual.reduce((sum, weight, k) => sum + (weight / all) * (1 - predicted[k] / all), 0);
  }
  if (truth.kind === "regression" && prediction.kind === "regression") {
    // The mean of (y - p)² over all pairs is var y + var p + (mean y - mean p)².
    const [y, p] = [truth.values, prediction.values];
    const [meanY, meanP] = [meanBy(rows, weigh, (row) => y[row]), meanBy(rows, weigh, (row) => p[row])];
    const spread = meanBy(rows, weigh, (row) => (y[row] - meanY) ** 2 + (p[row] - meanP) ** 2);
    return spread + (meanY - meanP) ** 2;
  }
  throw new Error(`a ${prediction.kind} cannot be scored against a ${truth.kind}`);
}

/** The loss of prediction `i` for row `row`: 0 or 1, or the squared error. */
export function lossOf(truth: Truth, prediction: Prediction, i: number, row: number): number {
  if (truth.kind === "classification" && prediction.kind === "classification") {
    return prediction.labels[i] === truth.codes[row] ? 0 : 1;
  }
  if (truth.kind === "regression" && prediction.kind === "regression") {
    return (prediction.values[i] - truth.values[row]) ** 2;
  }
  throw new Error(`a ${prediction.kind} cannot be scored against a ${truth.kind}`);
}

function meanBy(rows: number, weigh: (row: number) => number, of: (row: number) => number): number {
  let sum = 0;
  let all = 0;
  for (let row = 0; row < rows; row++) {
    const weight = weigh(row);
    sum += weight * of(row);
    all += weight;
  }
  return sum / all;
}
