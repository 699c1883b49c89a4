import { exp } from "../base/exp.js";
import { type Formula, formulaValue } from "./formula.js";

/** What a leaf predicts if that depends on the row; a leaf without an answer predicts a constant. */
export type Answer = LinearAnswer | ClassifierAnswer;

/** Regression: a linear formula, whose value is kept within the limits. */
export interface LinearAnswer {
  readonly kind: "linear";
  readonly formula: Formula;
  /** The least and the greatest value that is predicted; absent: any. */
  readonly limits?: readonly [number, number];
}

/** Classification: one formula per class. The probabilities are proportional to e to the power of their values. */
export interface ClassifierAnswer {
  readonly kind: "classifier";
  readonly formulas: readonly Formula[];
}

type CellOf = (attribute: number) => number;

/** The value that a linear answer predicts for a row. */
export function answerValue({ formula, limits }: LinearAnswer, cellOf: CellOf): number {
  const value = formulaValue(formula, cellOf);
  return limits ? Math.min(limits[1], Math.max(limits[0], value)) : value;
}

/** The class probabilities that a classifier predicts for a row. */
export function answerShares({ formulas }: ClassifierAnswer, cellOf: CellOf): Float64Array {
  const scores = Float64Array.from(formulas, (formula) => formulaValue(formula, cellOf));
  const most = Math.max(...scores);
  let total = 0;
  for (let k = 0; k < scores.length; k++) total += scores[k] = exp(scores[k] - most);
  return scores.map((share) => share / total);
}
