import {
  ENTROPY,
  GINI,
  giniOfCells,
  MISTAKES,
  mistakesOfCells,
  RISK,
  riskOfCells,
  twoingOfCells,
  WEIGHTED_GINI,
  weightedGiniOfCells,
  weightOfCells,
} from "../common/classImpurity";
import { xlog2x } from "../common/xlog2x";
import { width } from "./params";

export { ENTROPY, GINI, giniOf, MISTAKES, TWOING } from "../common/classImpurity";

// Weight × impurity of class weights (f64), by the operations of learn/criterion, in their order.

export let criterion: i32 = GINI;
/** What a bit of entropy counts. */
export let bitUnit: f64 = 1;

/** By true class and prediction: the loss (f64). */
let losses: usize = 0;

/** Parameters of a call (src/kernels/drivers/forest/scoreRules.ts writes them). */
export function readImpurity(at: usize): void {
  criterion = load<i32>(at);
  losses = <usize>load<u32>(at, 4);
  bitUnit = load<f64>(at, 8);
}

export function impurityOfClasses(cells: usize): f64 {
  const classes = <usize>width;
  if (criterion == ENTROPY) return entropyOfClasses(cells);
  if (criterion == MISTAKES) return mistakesOfCells(cells, classes);
  if (criterion == RISK) return riskOfCells(cells, classes, classes, losses);
  return criterion == WEIGHTED_GINI ? weightedGiniOfCells(cells, classes, losses) : giniOfCells(cells, classes);
}

function entropyOfClasses(cells: usize): f64 {
  let weight: f64 = 0;
  let sum: f64 = 0;
  const end = cells + (<usize>width << 3);
  for (let at = cells; at < end; at += 8) {
    const w = load<f64>(at);
    if (w > 0) {
      weight += w;
      sum += xlog2x(w);
    }
  }
  return weight > 0 ? bitUnit * (xlog2x(weight) - sum) : 0;
}

/** Weight × goodness of a division with these class weights on its sides. */
export function twoingOf(left: usize, right: usize): f64 {
  return twoingOfCells(left, right, <usize>width);
}

export function classWeight(cells: usize): f64 {
  return weightOfCells(cells, <usize>width);
}
