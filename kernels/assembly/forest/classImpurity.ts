import { xlog2x } from "../common/xlog2x";
import { width } from "./params";

// Weight × impurity of class weights (f64), by the operations of learn/criterion, in their order.

export const GINI: i32 = 0;
export const ENTROPY: i32 = 1;
/** The weight of all but the largest class; and twoing, where nodes are judged by Gini's impurity. */
export const MISTAKES: i32 = 2;
export const TWOING: i32 = 3;
/** The least loss of any answer, and Gini's impurity weighted by losses: learn/criterion/risk.ts. */
const RISK: i32 = 4;
const WEIGHTED_GINI: i32 = 5;

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
  if (criterion == ENTROPY) return entropyOfClasses(cells);
  if (criterion == MISTAKES) return mistakesOfClasses(cells);
  if (criterion == RISK) return riskOfClasses(cells);
  return criterion == WEIGHTED_GINI ? weightedGiniOfClasses(cells) : giniOfClasses(cells);
}

@inline
export function giniOf(weight: f64, squares: f64): f64 {
  return weight > 0 ? weight - squares / weight : 0;
}

function giniOfClasses(cells: usize): f64 {
  let weight: f64 = 0;
  let squares: f64 = 0;
  const end = cells + (<usize>width << 3);
  for (let at = cells; at < end; at += 8) {
    const w = load<f64>(at);
    weight += w;
    squares += w * w;
  }
  return giniOf(weight, squares);
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

function mistakesOfClasses(cells: usize): f64 {
  let weight: f64 = 0;
  let largest: f64 = 0;
  const end = cells + (<usize>width << 3);
  for (let at = cells; at < end; at += 8) {
    const w = load<f64>(at);
    weight += w;
    if (w > largest) largest = w;
  }
  return weight - largest;
}

@inline
function lossOf(k: usize, answer: usize): f64 {
  return load<f64>(losses + ((k * <usize>width + answer) << 3));
}

@inline
function weightIn(cells: usize, k: usize): f64 {
  return load<f64>(cells + (k << 3));
}

function riskOfClasses(cells: usize): f64 {
  const classes = <usize>width;
  let least: f64 = Infinity;
  for (let answer: usize = 0; answer < classes; answer++) {
    let sum: f64 = 0;
    for (let k: usize = 0; k < classes; k++) sum += lossOf(k, answer) * weightIn(cells, k);
    if (sum < least) least = sum;
  }
  return least;
}

function weightedGiniOfClasses(cells: usize): f64 {
  const classes = <usize>width;
  let weight: f64 = 0;
  let sum: f64 = 0;
  for (let k: usize = 0; k < classes; k++) {
    const own = weightIn(cells, k);
    weight += own;
    for (let j: usize = 0; j < classes; j++) if (j != k) sum += lossOf(k, j) * own * weightIn(cells, j);
  }
  return weight > 0 ? sum / weight : 0;
}

/** Weight × goodness of a division with these class weights on its sides: as in learn/criterion/twoing.ts. */
export function twoingOf(left: usize, right: usize): f64 {
  const l = classWeight(left);
  const r = classWeight(right);
  if (l == 0 || r == 0) return 0;
  let spread: f64 = 0;
  for (let k: usize = 0; k < <usize>width << 3; k += 8) spread += abs(load<f64>(left + k) / l - load<f64>(right + k) / r);
  return (((l * r) / (l + r)) * spread * spread) / 2;
}

export function classWeight(cells: usize): f64 {
  let weight: f64 = 0;
  const end = cells + (<usize>width << 3);
  for (let at = cells; at < end; at += 8) weight += load<f64>(at);
  return weight;
}
