import { take } from "../forest/arena";
import { isClasses, width } from "../forest/params";
import { giniOf, impurityOf, impurityOfClasses, momentOf, weightOf } from "./impurity";
import { missingCell } from "./tally";

// The sums of a node's rows whose cell is known, for the attribute that is examined, and of the two sides of a cut.

export let known: usize = 0;
export let left: usize = 0;
export let right: usize = 0;
/** By class: the weight on the left | on the right << 32 (u64), if weights are integers. */
export let sides: usize = 0;
export let knownWeight: f64 = 0;
/** Weight × impurity; of a numeric target only the part that does not cancel in a decrease. */
export let knownWhole: f64 = 0;

export function takeKnown(): void {
  known = take(<usize>width << 3);
  left = take(<usize>width << 3);
  right = take(<usize>width << 3);
  sides = take(<usize>width << 3);
}

/** The node's sums less those of missing values; not for two classes with counts. */
export function startKnown(sums: usize): void {
  const bytes = <usize>width << 3;
  for (let at: usize = 0; at < bytes; at += 8)
    store<f64>(known + at, load<f64>(sums + at) - load<f64>(missingCell + at));
  knownWeight = weightOf(known);
  knownWhole = isClasses ? impurityOfClasses(known) : momentOf(load<f64>(known), load<f64>(known, 8));
}

/**
 * The same for Gini's impurity and integer weights, whose squares add up exactly in any order; nothing is on the left.
 * Returns the sum of squares.
 */
export function startCounted(sums: usize): f64 {
  let weight: f64 = 0;
  let squares: f64 = 0;
  for (let at: usize = 0; at < <usize>width << 3; at += 8) {
    const t = load<f64>(sums + at) - load<f64>(missingCell + at);
    store<f64>(known + at, t);
    store<f64>(left + at, 0);
    weight += t;
    squares += t * t;
  }
  knownWeight = weight;
  knownWhole = giniOf(weight, squares);
  return squares;
}

/** For Gini's impurity, if the sums themselves are not needed. */
@inline
export function useKnown(weight: f64, squares: f64): void {
  knownWeight = weight;
  knownWhole = giniOf(weight, squares);
}

/** All known rows on the right. */
@inline
export function startSides(): void {
  const bytes = <usize>width << 3;
  for (let at: usize = 0; at < bytes; at += 8) {
    store<f64>(left + at, 0);
    store<f64>(right + at, load<f64>(known + at));
  }
}

/** Weight × impurity of the known rows. */
@inline
export function knownImpurity(): f64 {
  return isClasses ? knownWhole : impurityOf(known);
}
