import { CoppiceError } from "../../base/errors.js";
import { gridWeights } from "../../engine/grid.js";
import { type Problem, problemRows } from "../../engine/problem.js";
import type { Costs } from "../../model/costs.js";
import type { NominalColumn } from "../../table/column.js";
import { costsOf, type LossOption, type PriorsOption, resolveLoss, resolvePriors } from "./resolve.js";

/** Priors and losses as a user gives them. */
export interface CostOptions {
  readonly priors?: PriorsOption | undefined;
  readonly loss?: LossOption | undefined;
}

/** Costs in terms of a problem's classes and their weights; undefined where none are given. */
export function costsFor({ priors = "data", loss }: CostOptions, problem: Problem): Costs | undefined {
  if (priors === "data" && loss === undefined) return undefined;
  const { levels } = classColumn(problem);
  return costsOf(resolvePriors(priors, levels), resolveLoss(loss, levels), classTotals(problem));
}

/** Costs as ensemble learners apply them: priors change the weights of rows, losses the predicted label. */
export function weighByPriors(
  options: CostOptions,
  problem: Problem,
): { readonly problem: Problem; readonly costs?: Pick<Costs, "loss"> } {
  const { factors, loss } = costsFor(options, problem) ?? {};
  return {
    problem: factors ? weighted(problem, factors) : problem,
    ...(loss && { costs: { loss } }),
  };
}

/** Each row's weight times the factor of its class; rows of classes with prior 0 are dropped. */
function weighted(problem: Problem, factors: readonly number[]): Problem {
  const { codes } = classColumn(problem);
  const raw = Float64Array.from(codes, (code, row) => (problem.weights?.[row] ?? 1) * factors[code]);
  const { weights, quantum } = gridWeights(raw);
  const rows = Array.from(weights.keys()).filter((row) => weights[row] > 0);
  return problemRows({ ...problem, weights, weightQuantum: quantum }, rows);
}

/** The weight of each class. */
export function classTotals(problem: Problem): Float64Array {
  const { codes, levels } = classColumn(problem);
  const sums = new Float64Array(levels.length);
  for (let row = 0; row < problem.rows; row++) sums[codes[row]] += problem.weights?.[row] ?? 1;
  return sums;
}

function classColumn({ target }: Pick<Problem, "target">): NominalColumn {
  if (target.kind === "classes") return target.column;
  throw new CoppiceError(
    "OPTION_CONFLICT",
    "priors and loss need a nominal target, and the target is numeric",
  );
}
