import { mustBe } from "../../base/errors.js";
import type { ClassPrediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import { type Interval, wilson } from "./intervals.js";
import { widen } from "./widen.js";

/** The rows to whose class a model gives similar probabilities. */
export interface CalibrationBin {
  /** The range of probabilities: from this one up to, but not including, the other; the last bin includes 1. */
  readonly from: number;
  readonly to: number;
  /** Weight of the rows. */
  readonly weight: number;
  /** The mean of their probabilities. */
  readonly predicted: number;
  /** The share of them that is of the class, with Wilson's interval. */
  readonly observed: number;
  readonly interval: Interval;
}

/** Whether a class comes true as often as a model says. */
export interface Calibration {
  /** Bins of equal width, without the empty ones. */
  readonly bins: readonly CalibrationBin[];
  /** The expected calibration error: the mean difference of `predicted` and `observed`, weighted by rows. */
  readonly error: number;
}

export interface CalibrationOptions {
  /** Number of bins of equal width. Default: 10. */
  readonly bins?: number;
  /** A weight per row. */
  readonly weights?: ArrayLike<number> | undefined;
  /** Of the intervals. Default: 0.95. */
  readonly confidence?: number;
}

/** Reliability of the probability of class `code`: what was predicted against what came true, in bins of probability. */
export function calibration(
  code: number,
  { codes, classes }: Extract<Truth, { kind: "classification" }>,
  prediction: Pick<ClassPrediction, "probabilities">,
  { bins = 10, weights, confidence = 0.95 }: CalibrationOptions = {},
): Calibration {
  if (!(Number.isInteger(bins) && bins >= 1 && bins <= 1000))
    throw mustBe("OPTION_RANGE", "bins", "an integer from 1 to 1000", bins);
  const probabilities = widen(prediction.probabilities, codes.length, classes.length);
  const weight = new Float64Array(bins);
  const predicted = new Float64Array(bins);
  const hits = new Float64Array(bins);
  for (let row = 0; row < codes.length; row++) {
    const p = probabilities[row * classes.length + code];
    const w = weights === undefined ? 1 : weights[row];
    const bin = Math.min(bins - 1, Math.floor(p * bins));
    weight[bin] += w;
    predicted[bin] += w * p;
    if (codes[row] === code) hits[bin] += w;
  }
  const found: CalibrationBin[] = [];
  weight.forEach((total, bin) => {
    if (total === 0) return;
    const observed = hits[bin] / total;
    found.push({
      from: bin / bins,
      to: (bin + 1) / bins,
      weight: total,
      predicted: predicted[bin] / total,
      observed,
      interval: wilson(observed, total, confidence),
    });
  });
  const all = found.reduce((sum, bin) => sum + bin.weight, 0);
  const apart = found.reduce((sum, bin) => sum + bin.weight * Math.abs(bin.predicted - bin.observed), 0);
  return { bins: found, error: apart / all };
}
