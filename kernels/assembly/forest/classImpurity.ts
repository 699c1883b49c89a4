import { xlog2x } from "../common/xlog2x";
import { width } from "./params";

// Weight × impurity of class weights (f64), by the operations of learn/criterion, in their order.

export const GINI: i32 = 0;
export const ENTROPY: i32 = 1;
/** The weight of all but the largest class; and twoing, where nodes are judged by Gini's impurity. */
export const MISTAKES: i32 = 2;
export const TWOING: i32 = 3;

export let criterion: i32 = GINI;
/** What a bit of entropy counts. */
export let bitUnit: f64 = 1;

export function useImpurity(code: i32, unit: f64): void {
  criterion = code;
  bitUnit = unit;
}

export function impurityOfClasses(cells: usize): f64 {
  if (criterion == ENTROPY) return entropyOfClasses(cells);
  return criterion == MISTAKES ? mistakesOfClasses(cells) : giniOfClasses(cells);
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
