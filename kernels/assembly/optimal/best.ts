import { leftLeaf, leftSplit, leftTest, rightLeaf, rightSplit, rightTest, whole } from "./frame";
import { leafCost } from "./leafCost";

// The best tree so far of at most three tests, and what a first test can lead to.

/** The most tests, and the price of a leaf. */
export let mostTests: i32 = 0;
export let alpha: f64 = 0;
/** The cost of the best tree, its leaves paid for; its tests: the first, those on its left and right; -1: none. */
export let best: f64 = 0;
export let firstBest: i32 = -1;
export let leftBest: i32 = -1;
export let rightBest: i32 = -1;

/** A lone leaf to begin with, or nothing where that costs no less than `upper`. */
export function begin(most: i32, price: f64, upper: f64): void {
  mostTests = most;
  alpha = price;
  const leaf = leafCost(whole) + price;
  best = min(leaf, upper);
  firstBest = -1;
  leftBest = -1;
  rightBest = -1;
}

@inline
export function leafOnLeft(t: i32): f64 {
  return load<f64>(leftLeaf + (<usize>t << 3)) + alpha;
}

@inline
export function leafOnRight(t: i32): f64 {
  return load<f64>(rightLeaf + (<usize>t << 3)) + alpha;
}

/** With at most one more test. */
@inline
export function costOnLeft(t: i32): f64 {
  return min(leafOnLeft(t), load<f64>(leftSplit + (<usize>t << 3)) + 2 * alpha);
}

@inline
export function costOnRight(t: i32): f64 {
  return min(leafOnRight(t), load<f64>(rightSplit + (<usize>t << 3)) + 2 * alpha);
}

/** What the sides cost together by the number of tests left for them. */
@inline
export function together(leaf: f64, split: f64, otherLeaf: f64, otherSplit: f64): f64 {
  if (mostTests >= 3) return split + otherSplit;
  if (mostTests == 2) return min(split + otherLeaf, leaf + otherSplit);
  return leaf + otherLeaf;
}

/** What the test leads to; kept if it is the best so far. */
export function consider(t: i32): f64 {
  const leaf = leafOnLeft(t);
  const split = costOnLeft(t);
  const otherLeaf = leafOnRight(t);
  const otherSplit = costOnRight(t);
  const cost = together(leaf, split, otherLeaf, otherSplit);
  if (cost >= best) return cost;
  best = cost;
  firstBest = t;
  let onLeft = mostTests >= 2 && split < leaf;
  let onRight = mostTests >= 2 && otherSplit < otherLeaf;
  if (mostTests == 2 && onLeft && onRight) {
    if (split + otherLeaf <= leaf + otherSplit) onRight = false;
    else onLeft = false;
  }
  leftBest = onLeft ? load<i32>(leftTest + (<usize>t << 2)) : -1;
  rightBest = onRight ? load<i32>(rightTest + (<usize>t << 2)) : -1;
  return cost;
}

/** Reads the second tests of the best first one again. */
export function reconsider(): void {
  if (leftBest != -1) leftBest = load<i32>(leftTest + (<usize>firstBest << 2));
  if (rightBest != -1) rightBest = load<i32>(rightTest + (<usize>firstBest << 2));
}
