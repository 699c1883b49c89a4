// The errors to expect of a leaf on unseen rows: src/learn/prune/errorBound.ts, the normal approximation, operation by
// operation.

import { pow } from "../common/pow";
import { classes, countsOf, nodeAt, PROMISE } from "./job";

let confidence: f64 = 0;
let z: f64 = 0;
let most: f64 = 0;

/** What C4.5's figures are compared to. */
export const ROUNDING: f64 = 1e-6;

export function useBound(confidence_: f64, z_: f64, most_: f64): void {
  confidence = confidence_;
  z = z_;
  most = most_;
}

function added(n: f64, e: f64): f64 {
  if (!(n > 0)) return 0;
  if (e < 1 - 1e-9) {
    const none = n * (1 - pow(confidence, 1 / n));
    return e <= 1e-6 ? none : none + e * (added(n, 1) - none);
  }
  if (e + 0.5 >= n) return most * max<f64>(n - e, 0);
  const f = (e + 0.5) / n;
  const spread = sqrt(f / n - (f * f) / n + (z * z) / (4 * n * n));
  return (n * (f + (z * z) / (2 * n) + z * spread)) / (1 + (z * z) / n) - e;
}

/** From the class weights of a leaf. */
export function promised(counts: usize): f64 {
  let weight: f64 = 0;
  let greatest: f64 = 0;
  for (let k: usize = 0; k < <usize>classes; k++) {
    const count = load<f64>(counts + (k << 3));
    weight += count;
    if (count > greatest) greatest = count;
  }
  if (!(weight > ROUNDING)) return 0;
  const errors = weight - greatest;
  return errors + added(weight, errors);
}

/** The same of a node, computed once. */
export function promiseAsLeaf(node: i32): f64 {
  const at = nodeAt(node) + PROMISE;
  const known = load<f64>(at);
  if (known == known) return known;
  const promise = promised(countsOf(node));
  store<f64>(at, promise);
  return promise;
}
