import { log2 } from "../../base/log2.js";

/** What a round makes of the rows' weights, given which rows its model got wrong. */
export type Reweighting = (weights: Float64Array, wrong: Int32Array, classes: number) => BoostStep;

export interface BoostStep {
  readonly weights: Float64Array;
  /** The weight of the model's vote. */
  readonly vote: number;
  /** No better than guessing. */
  readonly isUseless: boolean;
  /** Nothing is left to learn, or nothing can be. */
  readonly isLast: boolean;
}

const LN_2 = 0.6931471805599453;
/** The vote of a model without an error: as if it had got half of one row in a million million wrong. */
const FEWEST = 5e-13;

/** Zhu et al. 2009: wrong rows gain the factor (1 - e) / e · (K - 1), whose logarithm is the model's vote. */
export const samme: Reweighting = (weights, wrong, classes) => {
  const total = sumOf(weights);
  const error = Math.max(sumOf(weights, wrong) / total, FEWEST);
  const factor = ((1 - error) / error) * (Math.max(2, classes) - 1);
  const isUseless = !(factor > 1);
  return {
    weights: isUseless ? weights : multiplied(weights, wrong, factor),
    vote: LN_2 * log2(Math.max(factor, Number.MIN_VALUE)),
    isUseless,
    isLast: isUseless || error === FEWEST,
  };
};

/**
 * C5.0's milder steps, as Kuhn and Johnson 2013 (section 14.5) tell them: right and wrong rows move a quarter of the
 * way to equal shares; the work ends when the wrong rows hold less than a tenth of a row or half of the weight.
 */
export const c5Reweighting: Reweighting = (weights, wrong) => {
  const bad = sumOf(weights, wrong);
  const good = sumOf(weights) - bad;
  const count = wrong.reduce((sum, one) => sum + one, 0);
  const move = (good - bad) / 4;
  const isUseless = !(move > 0);
  const isLast = isUseless || bad < 0.1;
  return {
    weights: isLast
      ? weights
      : weights.map((weight, row) => (wrong[row] ? weight + move / count : weight * ((good - move) / good))),
    vote: 1,
    isUseless,
    isLast,
  };
};

// Loops: a callback per row takes several times as long.

function multiplied(weights: Float64Array, wrong: Int32Array, factor: number): Float64Array {
  const next = new Float64Array(weights.length);
  for (let row = 0; row < next.length; row++) next[row] = wrong[row] ? weights[row] * factor : weights[row];
  return next;
}

function sumOf(weights: Float64Array, only?: Int32Array): number {
  let sum = 0;
  for (let row = 0; row < weights.length; row++) if (only === undefined || only[row]) sum += weights[row];
  return sum;
}
