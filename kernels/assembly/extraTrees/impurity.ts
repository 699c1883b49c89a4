import { classWeight, impurityOfClasses } from "../forest/classImpurity";
import { isClasses } from "../forest/params";
import { isTwo } from "./params";

// Weight × impurity of sums: the operations of learn/criterion, in their order.

@inline
export function weightOf(sums: usize): f64 {
  if (!isClasses) return load<f64>(sums);
  if (isTwo()) return load<f64>(sums) + load<f64>(sums, 8);
  return classWeight(sums);
}

/** The impurity of a node. */
export function impurityOf(sums: usize): f64 {
  if (isClasses) return impurityOfClasses(sums);
  const weight = load<f64>(sums);
  const u1 = load<f64>(sums, 8);
  return weight > 0 ? max<f64>(0, load<f64>(sums, 16) - (u1 * u1) / weight) : 0;
}

/** What a gain is made of: the impurity, but for squared errors without Σu², which cancels. */
@inline
export function partOfGain(sums: usize): f64 {
  if (isClasses) return impurityOfClasses(sums);
  const weight = load<f64>(sums);
  const u1 = load<f64>(sums, 8);
  return weight > 0 ? -(u1 * u1) / weight : 0;
}
