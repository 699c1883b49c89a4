import { ExactSum } from "../../base/exactSum.js";
import { checkTruth } from "../../predict/checkTruth.js";
import type { Prediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import { balancedAccuracy, kappa, matthews } from "./agreement.js";
import { type Baseline, baselineOfClasses } from "./baseline.js";
import { brierOf, logLossOf } from "./rowLosses.js";
import { Spread } from "./spread.js";
import { widen } from "./widen.js";

export interface ClassScore {
  readonly kind: "classification";
  readonly accuracy: number;
  readonly balancedAccuracy: number;
  readonly kappa: number;
  /** Matthews' correlation. */
  readonly mcc: number;
  readonly logLoss: number;
  readonly brier: number;
  /** A row per true class, a column per predicted one. */
  readonly confusion: readonly (readonly number[])[];
  /** The classes of the rows and columns of `confusion`. */
  readonly classes: readonly string[];
}

export interface ValueScore {
  readonly kind: "regression";
  readonly rmse: number;
  readonly mae: number;
  readonly r2: number;
}

export type Score = ClassScore | ValueScore;

type Of<K extends Truth["kind"], T> = Extract<T, { readonly kind: K }>;

/** The figures of predictions that come in parts. Sums are exact: neither the parts nor the order of rows matter. */
export class ScoreSums {
  /** So many have been added. */
  rows = 0;
  private classes: ClassSums | undefined;
  private values: ValueSums | undefined;

  add(truth: Truth, prediction: Prediction, weights?: Float64Array): void {
    checkTruth(truth, prediction);
    this.rows += (truth.kind === "regression" ? truth.values : truth.codes).length;
    if (truth.kind === "classification" && prediction.kind === "classification") {
      this.classes ??= new ClassSums(truth.classes);
      this.classes.add(truth, prediction, weights);
    } else if (truth.kind === "regression" && prediction.kind === "regression") {
      this.values ??= new ValueSums();
      this.values.add(truth, prediction, weights);
    } else throw new Error("checkTruth accepted a truth and a prediction of different kinds");
  }

  get score(): Score {
    return (this.classes ?? this.values!).score;
  }

  /** What always saying the same would reach on these rows. */
  get baseline(): Baseline {
    return (this.classes ?? this.values!).baseline;
  }

  get weight(): number {
    return (this.classes ?? this.values!).weight;
  }
}

class ClassSums {
  /** By true and predicted class. */
  private readonly counts: Float64Array;
  private readonly hits = new ExactSum();
  private readonly weights = new ExactSum();
  private readonly logLoss = new ExactSum();
  private readonly brier = new ExactSum();

  constructor(private readonly names: readonly string[]) {
    this.counts = new Float64Array(names.length ** 2);
  }

  add(
    { codes }: Of<"classification", Truth>,
    { labels, probabilities: known }: Of<"classification", Prediction>,
    weights: Float64Array | undefined,
  ): void {
    const { counts, logLoss, brier } = this;
    const { length } = this.names;
    const probabilities = widen(known, codes.length, length);
    let hits = 0;
    for (let row = 0; row < codes.length; row++) {
      const weight = weights === undefined ? 1 : weights[row];
      const code = codes[row];
      const isHit = code === labels[row];
      counts[code * length + labels[row]] += weight;
      if (weights !== undefined) {
        this.weights.add(weight);
        if (isHit) this.hits.add(weight);
      } else if (isHit) hits++;
      logLoss.add(weight * logLossOf(probabilities[row * length + code]));
      brier.add(weight * brierOf(probabilities, row * length, length, code));
    }
    if (weights !== undefined) return;
    this.weights.add(codes.length);
    this.hits.add(hits);
  }

  private get confusion(): number[][] {
    const { length } = this.names;
    return this.names.map((_, k) => Array.from(this.counts.subarray(k * length, (k + 1) * length)));
  }

  get weight(): number {
    return this.weights.value;
  }

  get score(): ClassScore {
    const { confusion, weight } = this;
    return {
      kind: "classification",
      accuracy: this.hits.value / weight,
      balancedAccuracy: balancedAccuracy(confusion),
      kappa: kappa(confusion),
      mcc: matthews(confusion),
      logLoss: this.logLoss.value / weight,
      brier: this.brier.value / weight,
      confusion,
      classes: this.names,
    };
  }

  get baseline(): Baseline {
    return baselineOfClasses(
      this.confusion.map((row) => row.reduce((sum, cell) => sum + cell, 0)),
      this.names,
    );
  }
}

class ValueSums {
  private readonly squares = new ExactSum();
  private readonly sizes = new ExactSum();
  private readonly spread = new Spread();

  add(
    { values: truth }: Of<"regression", Truth>,
    { values }: Of<"regression", Prediction>,
    weights: Float64Array | undefined,
  ): void {
    for (let row = 0; row < truth.length; row++) {
      const weight = weights === undefined ? 1 : weights[row];
      const off = truth[row] - values[row];
      this.squares.add(weight * off ** 2);
      this.sizes.add(weight * Math.abs(off));
      this.spread.add(truth[row], weight);
    }
  }

  get weight(): number {
    return this.spread.weight;
  }

  get score(): ValueScore {
    const { weight, spread } = this;
    const error = this.squares.value / weight;
    const { variance } = spread;
    return {
      kind: "regression",
      rmse: Math.sqrt(error),
      mae: this.sizes.value / weight,
      r2: variance === 0 ? Number.NaN : 1 - error / variance,
    };
  }

  get baseline(): Baseline {
    return { kind: "regression", mean: this.spread.mean, rmse: Math.sqrt(this.spread.variance) };
  }
}
