import { log2 } from "../common/log2";
import { isClasses, width } from "../forest/params";
import { isEntropy, isTwo } from "./params";

// Weight × impurity of sums: the operations of learn/criterion, in their order.

@inline
export function weightOf(sums: usize): f64 {
  if (!isClasses) return load<f64>(sums);
  if (isTwo()) return load<f64>(sums) + load<f64>(sums, 8);
  let weight: f64 = 0;
  for (let k = 0; k < width; k++) weight += load<f64>(sums + (<usize>k << 3));
  return weight;
}

/** The impurity of a node. */
export function impurityOf(sums: usize): f64 {
  if (isClasses) return isEntropy ? entropyOf(sums) : giniOf(sums);
  const weight = load<f64>(sums);
  const u1 = load<f64>(sums, 8);
  return weight > 0 ? max<f64>(0, load<f64>(sums, 16) - (u1 * u1) / weight) : 0;
}

/** What a gain is made of: the impurity, but for squared errors without Σu², which cancels. */
@inline
export function partOfGain(sums: usize): f64 {
  if (isClasses) return isEntropy ? entropyOf(sums) : giniOf(sums);
  const weight = load<f64>(sums);
  const u1 = load<f64>(sums, 8);
  return weight > 0 ? -(u1 * u1) / weight : 0;
}

function giniOf(sums: usize): f64 {
  let weight: f64 = 0;
  let squares: f64 = 0;
  for (let k = 0; k < width; k++) {
    const w = load<f64>(sums + (<usize>k << 3));
    weight += w;
    squares += w * w;
  }
  return giniFrom(weight, squares);
}

/** From the weight, and the sum of the squares of class weights. */
@inline
export function giniFrom(weight: f64, squares: f64): f64 {
  return weight > 0 ? weight - squares / weight : 0;
}

function entropyOf(sums: usize): f64 {
  let weight: f64 = 0;
  let sum: f64 = 0;
  for (let k = 0; k < width; k++) {
    const w = load<f64>(sums + (<usize>k << 3));
    if (w > 0) {
      weight += w;
      sum += xlog2x(w);
    }
  }
  return weight > 0 ? xlog2x(weight) - sum : 0;
}

@inline
function xlog2x(x: f64): f64 {
  return x * log2(x);
}
