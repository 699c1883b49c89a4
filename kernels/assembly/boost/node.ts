// The node whose tests are being compared, and the best test found.

import { constrained, groupRows, lambda, minGain, minHessian, minLeaf, smoothingRows } from "./plan";

/** The test sends missing values left. */
export const MISSING_LEFT: i32 = 1;
/** The test is a set of levels. */
export const ON_LEVELS: i32 = 2;
/** The set contains the levels with the greatest gradients, not the least. */
export const FROM_TOP: i32 = 4;
/** No row of the node has a missing value, so missing values go to the branch with the larger weight. */
export const UNDECIDED: i32 = 8;

/** Sums of the node's gradients and hessians, integers. */
export let G: f64 = 0;
export let H: f64 = 0;
/** The bounds of its output and of its branches' outputs. */
export let low: f64 = 0;
export let high: f64 = 0;
/** The hessian that corresponds to `minLeaf` rows of this node; to `groupRows`; to `smoothingRows`. */
export let need: f64 = 0;
export let needGroup: f64 = 0;
export let needLevel: f64 = 0;
/** The score of a test must exceed it. */
export let floor: f64 = 0;

export function lookAt(g: i64, h: i64, rows: i32, lower: f64, upper: f64): void {
  G = <f64>g;
  H = <f64>h;
  low = lower;
  high = upper;
  const perRow = H / <f64>rows;
  need = max(minLeaf * perRow, minHessian);
  needGroup = groupRows * perRow;
  needLevel = smoothingRows * perRow;
  floor = (constrained ? scoreAt(G, H + lambda, outputOf(G, H + lambda)) : (G * G) / (H + lambda)) + minGain;
}

/** The output of a leaf with these sums, within the node's bounds. */
@inline
export function outputOf(g: f64, q: f64): f64 {
  return min(max(-g / q, low), high);
}

/** The decrease in loss by an output w, times two. */
@inline
export function scoreAt(g: f64, q: f64, w: f64): f64 {
  return -(2 * g * w + q * w * w);
}

// The best test of the attribute being scanned.
export let score: f64 = 0;
export let bin: i32 = 0;
export let flags: i32 = 0;
export let leftG: f64 = 0;
export let leftH: f64 = 0;

@inline
export function startAttribute(): void {
  score = floor;
  bin = -1;
}

@inline
export function keep(found: f64, at: i32, how: i32, g: f64, h: f64): void {
  score = found;
  bin = at;
  flags = how;
  leftG = g;
  leftH = h;
}

/** Compares a division into (g, h) and the rest of the node with the best so far; q and r are h and the rest plus lambda. */
@inline
export function consider(g: f64, h: f64, q: f64, r: f64, at: i32, how: i32): void {
  const c = G - g;
  const above = g * g * r + c * c * q;
  const below = q * r;
  if (above > score * below) keep(above / below, at, how, g, h);
}

/** The same if outputs are bounded, and the left one may have to be the lower (1) or the higher (-1). */
export function considerBounded(g: f64, h: f64, q: f64, r: f64, direction: i32, at: i32, how: i32): void {
  const left = outputOf(g, q);
  const right = outputOf(G - g, r);
  if ((direction > 0 && left > right) || (direction < 0 && left < right)) return;
  const found = scoreAt(g, q, left) + scoreAt(G - g, r, right);
  if (found > score) keep(found, at, how, g, h);
}
