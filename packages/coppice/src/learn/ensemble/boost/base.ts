import { CoppiceError } from "../../../base/errors.js";
import { log } from "../../../base/exp.js";
import { toGrid } from "../../../engine/grid.js";
import type { Problem } from "../../../engine/problem.js";
import type { Loss } from "./loss.js";
import { weightedQuantile } from "./quantile.js";

/** A share of the weight that stands for none at all: scores stay finite. */
const HARDLY_ANY = 1e-15;

/** The scores of every row before the first round: the best constant. */
export function baseScores(problem: Problem, loss: Loss): number[] {
  const { target } = problem;
  if (target.kind === "classes") return classScores(problem, target.column.codes, loss);
  switch (loss.name) {
    case "absolute":
    case "huber":
      return [weightedQuantile(target.column.values, problem.weights, 0.5)];
    case "quantile":
      return [weightedQuantile(target.column.values, problem.weights, loss.parameter)];
    case "poisson":
      return [log(Math.max(poissonMean(problem), HARDLY_ANY))];
    default:
      return [meanOf(problem)];
  }
}

function classScores(
  { rows, weights, totalWeight, target }: Problem,
  codes: Int32Array,
  loss: Loss,
): number[] {
  const classes = target.kind === "classes" ? target.column.levels.length : 0;
  const sums = new Float64Array(classes);
  for (let row = 0; row < rows; row++) sums[codes[row]] += weights ? weights[row] : 1;
  const share = (k: number) => Math.max(sums[k] / totalWeight, HARDLY_ANY);
  // One output for two classes: the log of the odds of the second.
  if (loss.name === "logistic") return [log(share(1)) - log(share(0))];
  return Array.from(sums, (_, k) => log(share(k)));
}

/** From the exact sums of the target's grid. */
function meanOf({ target, weights, totalWeight }: Problem): number {
  if (target.kind === "classes") return 0;
  const { units, center, denominator, quantum1 } = target.grid;
  let sum = 0;
  for (let row = 0; row < units.length; row++)
    sum += weights ? toGrid(weights[row] * units[row], quantum1) : units[row];
  return (center + sum / totalWeight) / denominator;
}

function poissonMean(problem: Problem): number {
  const { target } = problem;
  if (target.kind === "values" && target.column.values.some((y) => y < 0)) {
    throw new CoppiceError("TARGET_TYPE", `loss=poisson needs a non-negative target`, {
      name: target.column.name,
      rule: "at least 0",
    });
  }
  return meanOf(problem);
}
