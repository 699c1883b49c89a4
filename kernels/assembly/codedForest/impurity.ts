import { log2 } from "../common/log2";
import { isClasses, width } from "../forest/params";
import { bitUnit, criterion, ENTROPY, MISTAKES, productCount, products } from "./params";

// Weight × impurity, by the operations of learn/criterion, in their order.

/** x·log2 x, with 0·log 0 = 0. */
@inline
export function xlog2x(x: f64): f64 {
  if (!(x > 0)) return 0;
  const count = <u32>x;
  if (<f64>count == x && count < productCount) return load<f64>(products + (<usize>count << 3));
  return x * log2(x);
}

/** The same of a count. */
@inline
export function productOf(count: u32): f64 {
  return count < productCount ? load<f64>(products + (<usize>count << 3)) : <f64>count * log2(<f64>count);
}

@inline
export function giniOf(weight: f64, squares: f64): f64 {
  return weight > 0 ? weight - squares / weight : 0;
}

/** Of class weights (f64). */
export function impurityOfClasses(cells: usize): f64 {
  if (criterion == ENTROPY) return entropyOfClasses(cells);
  return criterion == MISTAKES ? mistakesOfClasses(cells) : giniOfClasses(cells);
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

/** Of two classes with these counts; the criterion is Gini's or the entropy. */
@inline
export function impurityOfTwo(a: u32, b: u32): f64 {
  if (criterion != ENTROPY) {
    const x = <f64>a;
    const y = <f64>b;
    const weight = x + y;
    return weight > 0 ? weight - (x * x + y * y) / weight : 0;
  }
  return a + b > 0 ? bitUnit * (productOf(a + b) - (productOf(a) + productOf(b))) : 0;
}

/** The part of a squared error that does not cancel in a decrease. */
@inline
export function momentOf(weight: f64, u1: f64): f64 {
  return weight > 0 ? -(u1 * u1) / weight : 0;
}

/** Of a node's sums: class weights, or weight, Σu and Σu². */
export function impurityOf(sums: usize): f64 {
  if (isClasses) return impurityOfClasses(sums);
  const weight = load<f64>(sums);
  const u1 = load<f64>(sums, 8);
  return weight > 0 ? max<f64>(0, load<f64>(sums, 16) - (u1 * u1) / weight) : 0;
}

export function weightOf(sums: usize): f64 {
  if (!isClasses) return load<f64>(sums);
  let weight: f64 = 0;
  const end = sums + (<usize>width << 3);
  for (let at = sums; at < end; at += 8) weight += load<f64>(at);
  return weight;
}
