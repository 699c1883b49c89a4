import { mustBe } from "../../base/errors.js";
import { checkTruth } from "../../predict/checkTruth.js";
import type { Prediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import { meanSize, type WeightedTruth } from "./assess.js";
import { type Job, type Runner, trainRows } from "./jobs.js";
import { holdOutSplit, repeated, resampled } from "./splits.js";

/**
 * The bias-variance decomposition over many training sets: the error of the average prediction (bias), and the error
 * due to changes with the training rows (variance). With one true value per row, noise cannot be distinguished from
 * bias and is counted as bias.
 */
export type BiasVariance = ClassBiasVariance | ValueBiasVariance;

export interface ClassBiasVariance {
  readonly kind: "classification";
  /** Mean share of wrong predictions: bias + unbiasedVariance - biasedVariance. */
  readonly error: number;
  /** Domingos 2000: the share of rows whose majority prediction is wrong. */
  readonly bias: number;
  /** Domingos 2000: how often a prediction differs from the row's majority prediction. */
  readonly variance: number;
  /** The part of the variance that increases the error: on rows whose majority prediction is right. */
  readonly unbiasedVariance: number;
  /** The part that reduces the error: right predictions of rows whose majority prediction is wrong. */
  readonly biasedVariance: number;
  /** Kohavi and Wolpert 1996: bias² + variance = error. */
  readonly kohaviWolpert: { readonly bias2: number; readonly variance: number };
}

export interface ValueBiasVariance {
  readonly kind: "regression";
  /** Mean squared error: bias2 + variance. */
  readonly error: number;
  readonly bias2: number;
  readonly variance: number;
}

export interface VarianceRequest extends WeightedTruth {
  /** Training sets to draw, with replacement, from the rows that are not held out. */
  readonly samples: number;
  /** Share of the rows held out for testing. */
  readonly holdout: number;
  readonly seed: number;
  /** By row an integer of its own, by which chance goes; absent: its position. */
  readonly keys?: ArrayLike<number> | undefined;
  readonly onProgress?: (share: number) => void;
}

export interface VarianceReport {
  readonly samples: number;
  /** Rows in each training set, and test rows. */
  readonly trainRows: number;
  readonly judgedRows: number;
  readonly decomposition: BiasVariance;
  readonly size: Readonly<Record<string, number>>;
}

/** Bias-variance decomposition of the error on held-out rows, from models of many bootstrap samples. */
export async function biasVariance(run: Runner, request: VarianceRequest): Promise<VarianceReport> {
  const { truth, samples, holdout, seed, weights, keys } = request;
  if (!(Number.isInteger(samples) && samples >= 2)) {
    throw mustBe("OPTION_RANGE", "samples", "an integer ≥ 2", samples);
  }
  const rows = truth.kind === "classification" ? truth.codes.length : truth.values.length;
  const codes = truth.kind === "classification" ? truth.codes : undefined;
  const [split] = holdOutSplit(rows, holdout, seed, codes, keys);
  const pool = trainRows(split, rows);
  const poolKeys = keys ? Float64Array.from(pool, (row) => keys[row]) : pool;
  const jobs = Array.from({ length: samples }, (_, i): Job => {
    const train = repeated(resampled(pool.length, seed, i, poolKeys)).map((place) => pool[place]);
    return { trial: 0, train, test: split.test, name: `sample ${i}` };
  });
  const outcomes = await run(jobs, request.onProgress);
  const predictions = outcomes.map(({ prediction }) => prediction);
  return {
    samples,
    trainRows: pool.length,
    judgedRows: split.test.length,
    decomposition: decompose(truth, split.test, predictions, weights),
    size: meanSize(outcomes.map(({ size }) => size)),
  };
}

/** `predictions` are for `rows`, one from each training set. */
export function decompose(
  truth: Truth,
  rows: ArrayLike<number>,
  predictions: readonly Prediction[],
  weights?: ArrayLike<number>,
): BiasVariance {
  for (const prediction of predictions) checkTruth(truth, prediction, rows);
  const weigh = (i: number) => weights?.[rows[i]] ?? 1;
  if (truth.kind === "regression") {
    const values = predictions.map((p) => (p.kind === "regression" ? p.values : new Float64Array(0)));
    return decomposeValues(truth.values, rows, values, weigh);
  }
  const labels = predictions.map((p) => (p.kind === "classification" ? p.labels : new Int32Array(0)));
  return decomposeClasses(truth.codes, truth.classes.length, rows, labels, weigh);
}

function decomposeValues(
  y: Float64Array,
  rows: ArrayLike<number>,
  values: readonly Float64Array[],
  weigh: (i: number) => number,
): ValueBiasVariance {
  let [bias2, variance, all] = [0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    const mean = values.reduce((sum, part) => sum + part[i], 0) / values.length;
    const spread = values.reduce((sum, part) => sum + (part[i] - mean) ** 2, 0) / values.length;
    bias2 += weigh(i) * (mean - y[rows[i]]) ** 2;
    variance += weigh(i) * spread;
    all += weigh(i);
  }
  return {
    kind: "regression",
    error: (bias2 + variance) / all,
    bias2: bias2 / all,
    variance: variance / all,
  };
}

function decomposeClasses(
  codes: Int32Array,
  classes: number,
  rows: ArrayLike<number>,
  labels: readonly Int32Array[],
  weigh: (i: number) => number,
): ClassBiasVariance {
  const sums = { error: 0, bias: 0, variance: 0, unbiasedVariance: 0, biasedVariance: 0 };
  const kohaviWolpert = { bias2: 0, variance: 0 };
  let all = 0;
  for (let i = 0; i < rows.length; i++) {
    const truth = codes[rows[i]];
    const shares = new Float64Array(classes);
    for (const part of labels) shares[part[i]] += 1 / labels.length;
    const main = shares.indexOf(Math.max(...shares));
    const weight = weigh(i);
    const together = shares.reduce((sum, share) => sum + share * share, 0);
    all += weight;
    sums.error += weight * (1 - shares[truth]);
    sums.variance += weight * (1 - shares[main]);
    if (main === truth) sums.unbiasedVariance += weight * (1 - shares[main]);
    else {
      sums.bias += weight;
      sums.biasedVariance += weight * shares[truth];
    }
    // ½ Σ (truth's share - predicted share)², the truth's share being 1 for one class and 0 for the others.
    kohaviWolpert.bias2 += (weight * (1 - 2 * shares[truth] + together)) / 2;
    kohaviWolpert.variance += (weight * (1 - together)) / 2;
  }
  return {
    kind: "classification",
    error: sums.error / all,
    bias: sums.bias / all,
    variance: sums.variance / all,
    unbiasedVariance: sums.unbiasedVariance / all,
    biasedVariance: sums.biasedVariance / all,
    kohaviWolpert: { bias2: kohaviWolpert.bias2 / all, variance: kohaviWolpert.variance / all },
  };
}
