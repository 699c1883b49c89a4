import type { ClassPrediction } from "../../predict/predictTable.js";
import type { Truth } from "../../predict/truth.js";
import { widen } from "./widen.js";

/** How well a class's probability ranks its rows before all others (one-vs-rest). */
export interface RankFigures {
  /**
   * The share of pairs (a row of the class, another row) ranked correctly; a tie counts half. NaN if there are no
   * such pairs.
   */
  readonly auc: number;
  /** The standard error of `auc` (DeLong, DeLong and Clarke-Pearson 1988); NaN with fewer than two rows on a side. */
  readonly aucError: number;
  /** The mean precision over the recalls reached as the threshold decreases: a step function, not interpolated. */
  readonly averagePrecision: number;
}

/** The weights of positives and negatives among the rows with one score. */
interface Tie {
  readonly score: number;
  positive: number;
  negative: number;
}

/** Groups of rows with equal scores, highest score first, and the total weight of both sides. */
export interface Ranked {
  readonly ties: readonly Readonly<Tie>[];
  readonly positives: number;
  readonly negatives: number;
}

type ClassTruth = Extract<Truth, { kind: "classification" }>;

/** The rows ranked by the probability of class `code`. */
export function rankFor(
  code: number,
  truth: ClassTruth,
  prediction: Pick<ClassPrediction, "probabilities">,
  weights?: ArrayLike<number>,
): Ranked {
  const { codes, classes } = truth;
  const probabilities = widen(prediction.probabilities, codes.length, classes.length);
  const found = new Map<number, Tie>();
  let positives = 0;
  let negatives = 0;
  for (let row = 0; row < codes.length; row++) {
    const score = probabilities[row * classes.length + code];
    const weight = weights === undefined ? 1 : weights[row];
    const tie = found.get(score) ?? { score, positive: 0, negative: 0 };
    if (tie.positive === 0 && tie.negative === 0) found.set(score, tie);
    if (codes[row] === code) {
      tie.positive += weight;
      positives += weight;
    } else {
      tie.negative += weight;
      negatives += weight;
    }
  }
  return { ties: [...found.values()].sort((a, b) => b.score - a.score), positives, negatives };
}

/** AUC, its standard error (DeLong) and average precision of a ranking. */
export function rankFigures({ ties, positives, negatives }: Ranked): RankFigures {
  const auc = areaUnder(ties, positives, negatives);
  return {
    auc,
    aucError: deLongError(ties, positives, negatives, auc),
    averagePrecision: averagePrecision(ties, positives),
  };
}

function areaUnder(ties: Ranked["ties"], positives: number, negatives: number): number {
  let above = 0;
  let pairs = 0;
  for (const { positive, negative } of ties) {
    pairs += negative * (above + positive / 2);
    above += positive;
  }
  return pairs / (positives * negatives);
}

/**
 * Each row's placement is the share of the other side against which it is ranked correctly; the variance of the area
 * is that of the placements of either side, each over its number of rows.
 */
function deLongError(ties: Ranked["ties"], positives: number, negatives: number, auc: number): number {
  if (!(positives > 1 && negatives > 1)) return Number.NaN;
  let positivesAbove = 0;
  let negativesAbove = 0;
  let ofPositives = 0;
  let ofNegatives = 0;
  for (const { positive, negative } of ties) {
    const placed = (negatives - negativesAbove - negative / 2) / negatives;
    const beaten = (positivesAbove + positive / 2) / positives;
    ofPositives += positive * (placed - auc) ** 2;
    ofNegatives += negative * (beaten - auc) ** 2;
    positivesAbove += positive;
    negativesAbove += negative;
  }
  return Math.sqrt(ofPositives / (positives - 1) / positives + ofNegatives / (negatives - 1) / negatives);
}

function averagePrecision(ties: Ranked["ties"], positives: number): number {
  let hits = 0;
  let seen = 0;
  let area = 0;
  for (const { positive, negative } of ties) {
    hits += positive;
    seen += positive + negative;
    if (positive > 0) area += (positive / positives) * (hits / seen);
  }
  return positives > 0 ? area : Number.NaN;
}

/** The macro average: the mean over the classes for which the figure is defined. */
export function macroOf(figures: readonly RankFigures[], key: "auc" | "averagePrecision"): number {
  const known = figures.map((figure) => figure[key]).filter((x) => !Number.isNaN(x));
  return known.reduce((sum, x) => sum + x, 0) / known.length;
}

export interface RocPoint {
  /** False positive rate: share of the other rows at or above the threshold. */
  readonly falsePositives: number;
  /** True positive rate: share of the class's rows at or above the threshold. */
  readonly truePositives: number;
  /** Share of the rows at or above the threshold that are of the class; 1 if there are none. */
  readonly precision: number;
  /** Infinite at (0, 0), where no row is predicted positive. */
  readonly threshold: number;
}

/** From (0, 0) to (1, 1): one point per distinct score. */
export function rocCurve({ ties, positives, negatives }: Ranked): RocPoint[] {
  let hits = 0;
  let alarms = 0;
  const points: RocPoint[] = [
    { falsePositives: 0, truePositives: 0, precision: 1, threshold: Number.POSITIVE_INFINITY },
  ];
  for (const { score, positive, negative } of ties) {
    hits += positive;
    alarms += negative;
    const taken = hits + alarms;
    points.push({
      falsePositives: alarms / negatives,
      truePositives: hits / positives,
      precision: taken > 0 ? hits / taken : 1,
      threshold: score,
    });
  }
  return points;
}
