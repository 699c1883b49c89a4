import { productOf } from "../common/xlog2x";
import { bitUnit, classWeight, criterion, ENTROPY, impurityOfClasses } from "../forest/classImpurity";
import { isClasses } from "../forest/params";

export { giniOf, impurityOfClasses } from "../forest/classImpurity";

// Weight × impurity, by the operations of learn/criterion, in their order.

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
  return isClasses ? classWeight(sums) : load<f64>(sums);
}
