// Leaves and splits as nodes of the tree.

import { clamp } from "./branch";
import {
  BEST,
  GAIN,
  ID,
  N_ATTRIBUTE,
  N_BIN,
  N_FLAGS,
  N_GAIN,
  N_HESSIAN,
  N_LEFT,
  N_RIGHT,
  N_SIDES,
  N_VALUE,
  SUM_G,
  SUM_H,
  T_ATTRIBUTE,
  T_BIN,
  T_FLAGS,
} from "./leaf";
import { constrained, gradientScale, hessianScale, lambda, learningRate, minHessian, nodeAt } from "./plan";

/** The node of a leaf that is about to be split; `left`: the node of its left branch, `set`: its set of sides. */
export function writeSplit(leaf: usize, left: i32, set: i32): void {
  const test = leaf + BEST;
  const node = nodeAt(load<i32>(leaf, ID));
  store<i32>(node, load<i32>(test, T_ATTRIBUTE), N_ATTRIBUTE);
  store<i32>(node, load<i32>(test, T_BIN), N_BIN);
  store<i32>(node, load<i32>(test, T_FLAGS), N_FLAGS);
  store<i32>(node, left, N_LEFT);
  store<i32>(node, left + 1, N_RIGHT);
  store<i32>(node, set, N_SIDES);
  store<f64>(node, load<f64>(leaf, GAIN), N_GAIN);
  store<f64>(node, <f64>load<i64>(leaf, SUM_H), N_HESSIAN);
}

/** A leaf's value: the Newton step from its exact sums, within its bounds, scaled by the learning rate. */
export function writeLeaf(leaf: usize): void {
  const node = nodeAt(load<i32>(leaf, ID));
  const h = <f64>load<i64>(leaf, SUM_H);
  // A root without hessian has nothing left to learn.
  const step = h < minHessian ? 0 : -(<f64>load<i64>(leaf, SUM_G)) / (h + lambda);
  const value = constrained ? clamp(step, leaf) : step;
  store<i32>(node, -1, N_ATTRIBUTE);
  store<f64>(node, <f64>load<i64>(leaf, SUM_H), N_HESSIAN);
  store<f64>(node, ((value * hessianScale) / gradientScale) * learningRate, N_VALUE);
}
