import { type Problem, problemRows } from "../../engine/problem.js";
import type { Answer } from "../../model/answer.js";
import type { Formula } from "../../model/formula.js";
import type { TreeNode } from "../../model/tree.js";
import type { AddedAttribute, Learned } from "../learner.js";
import { foldsOf, rowsWhere } from "../modelTree/settings.js";
import { choosePenalty, type Judged, strengthsOf } from "./choosePenalty.js";
import { Descent } from "./descent.js";
import type { Feature } from "./feature.js";
import { type Response, responseOf } from "./response.js";
import type { SparseColumn } from "./sparseColumn.js";
import { usedFeatures } from "./usedFeatures.js";

export interface FeatureChoice {
  /** The share of the lasso in the penalty. */
  readonly lasso: number;
  /** How strong the penalty is; auto: by cross-validation. */
  readonly penalty: number | "auto";
  readonly folds: number;
  readonly seed: number;
  /** The strongest penalty within so many standard errors of the best; 0: the best. */
  readonly standardErrors: number;
}

/** What coefficients may multiply, and the attributes that must be derived for it. */
export interface Features {
  readonly features: readonly Feature[];
  readonly added: readonly AddedAttribute[];
}

/**
 * Learns features from some rows, and computes them for all rows of the problem. `weights` are by row of the problem, and
 * 0 where the row is not in the part. Progress is a share.
 */
export type LearnFeatures = (part: Problem, weights: Float64Array) => Generator<number, Features>;

/**
 * A leaf whose formulas add up features, under a penalty on their coefficients. Where cross-validation chooses the penalty,
 * the features of each fold are learned without its rows, as the coefficients are. Progress is a share.
 */
export function* featureFit(
  problem: Problem,
  learn: LearnFeatures,
  choice: FeatureChoice,
): Generator<number, Pick<Learned, "nodes" | "added">> {
  const { lasso, penalty } = choice;
  const weights = problem.weights ?? new Float64Array(problem.rows).fill(1);
  const response = responseOf(problem);
  const count = penalty === "auto" ? Math.min(choice.folds, problem.rows) : 0;
  const each = 1 / (count + 2);
  const { features, added } = yield* part(learn(problem, weights), 0, each);
  const fitted = { columns: features.map(({ column }) => column), response, weights };
  const path = strengthsOf(fitted, lasso);
  const strengths = penalty === "auto" ? path : [...path.filter((one) => one > penalty), penalty];
  let steps = strengths.length;
  if (count > 1) {
    const folds = yield* part(
      foldsWith(problem, learn, weights, response, { ...choice, count }),
      each,
      1 - each,
    );
    steps = yield* part(choosePenalty(folds, path, choice), 1 - each, 1);
  }
  const descent = new Descent(fitted);
  for (const strength of strengths.slice(0, steps)) {
    yield 1;
    descent.fit({ strength, lasso });
  }
  const leaf = leafOf(
    problem,
    weights,
    response.unit,
    descent,
    answerOf(problem, features, response.unit, descent),
  );
  return usedFeatures(leaf, added, problem.attributes.length);
}

/** Work that is a part of more: its progress goes from one share to another. */
export function* part<T>(work: Generator<number, T>, from: number, to: number): Generator<number, T> {
  let step = work.next();
  for (; !step.done; step = work.next()) yield from + (to - from) * step.value;
  return step.value;
}

function* foldsWith(
  problem: Problem,
  learn: LearnFeatures,
  weights: Float64Array,
  response: Response,
  { count, seed }: { readonly count: number; readonly seed: number },
): Generator<number, Judged[]> {
  const fold = foldsOf(problem.rows, count, seed);
  const folds: Judged[] = [];
  for (let f = 0; f < count; f++) {
    const stay = weights.map((weight, row) => (fold[row] === f ? 0 : weight));
    const rows = rowsWhere(fold, (one) => one !== f);
    const { features } = yield* part(learn(problemRows(problem, rows), stay), f / count, (f + 1) / count);
    folds.push({
      fitted: { columns: features.map(({ column }) => column), response, weights: stay },
      held: weights.map((weight, row) => (fold[row] === f ? weight : 0)),
    });
  }
  return folds;
}

function answerOf(
  { target, rows }: Problem,
  features: readonly Feature[],
  unit: number,
  descent: Descent,
): Answer {
  const formulas = descent.coefficients.map((own, k) =>
    formulaOf(features, own, descent.intercepts[k], rows, unit),
  );
  if (target.kind === "values") {
    const { values } = target.column;
    const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    return { kind: "linear", formula: formulas[0], limits: [least, most] };
  }
  // Of two classes, the first is the baseline.
  const baseline = formulas.length === 1 ? [{ intercept: 0, terms: [] }] : [];
  return { kind: "classifier", formulas: [...baseline, ...formulas] };
}

/** In the attributes' own units, the terms that move the score most first. */
function formulaOf(
  features: readonly Feature[],
  coefficients: Float64Array,
  start: number,
  rows: number,
  unit: number,
): Formula {
  let intercept = start * unit;
  const terms = features.flatMap(({ term, shift, scale, column }, j) => {
    if (coefficients[j] === 0) return [];
    const coefficient = finite((coefficients[j] / scale) * unit);
    intercept -= coefficient * shift;
    return [{ moves: Math.abs(coefficients[j]) * deviation(column, rows), term: { ...term, coefficient } }];
  });
  terms.sort((a, b) => b.moves - a.moves);
  return { intercept: finite(intercept), terms: terms.map(({ term }) => term) };
}

function deviation({ rows, cells }: SparseColumn, of: number): number {
  const sum = cells ? cells.reduce((so, cell) => so + cell, 0) : rows.length;
  const squares = cells ? cells.reduce((so, cell) => so + cell * cell, 0) : rows.length;
  return Math.sqrt(Math.max(0, squares / of - (sum / of) ** 2));
}

/** The nearest number that is not infinite. */
const finite = (x: number) => Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, x));

/** A node of all rows. */
function leafOf(
  { target }: Problem,
  weights: Float64Array,
  unit: number,
  descent: Descent,
  answer: Answer,
): TreeNode {
  const weight = weights.reduce((sum, one) => sum + one, 0);
  if (target.kind === "values") {
    const { values } = target.column;
    const value = finite(values.reduce((sum, one, row) => sum + (weights[row] / weight) * one, 0));
    return { weight, value, error: finite(descent.devianceOf(weights) * unit * unit), answer };
  }
  const counts = new Array<number>(target.column.levels.length).fill(0);
  target.column.codes.forEach((code, row) => {
    counts[code] += weights[row];
  });
  return { weight, counts, label: counts.indexOf(Math.max(...counts)), answer };
}
