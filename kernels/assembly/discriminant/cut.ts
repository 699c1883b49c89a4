import { classes, f64At, labelOf, minLeaf, putF64, rowAt, tolerance, weightOf, zeroGain } from "./job";
import { sumsOf, weightAt } from "./node";

// The best threshold of a node's sorted values by Gini's criterion: see learn/branch/threshold.ts. Class weights lie on a
// grid, so their sums do not round, and only the formula of the gain has to be the learner's.

export let low: f64 = 0;
export let high: f64 = 0;
export let gain: f64 = 0;
export let leftWeight: f64 = 0;
export let rightWeight: f64 = 0;

@inline
function impurity(weight: f64, squares: f64): f64 {
  return weight > 0 ? weight - squares / weight : 0;
}

function impurityOf(own: usize): f64 {
  let weight: f64 = 0;
  let squares: f64 = 0;
  for (let k = 0; k < classes; k++) {
    const w = f64At(own, k);
    weight += w;
    squares += w * w;
  }
  return impurity(weight, squares);
}

/**
 * Looks for the lowest threshold whose gain is within the tolerance of the greatest. `left` receives the class weights below
 * it; `gains` is scratch for two doubles per value. False if no threshold leaves enough on both sides, or none gains enough.
 */
export function bestCut(node: i32, list: usize, values: usize, order: usize, size: i32, left: usize, gains: usize): bool {
  const own = sumsOf(node);
  const known = weightAt(own);
  const whole = impurityOf(own);
  const found = classes == 2 ? scanTwo(own, whole, list, values, order, size, gains) : scanMany(own, known, whole, list, values, order, size, left, gains);
  let best: f64 = -Infinity;
  for (let c = 0; c < found; c++) best = max(best, f64At(gains, 2 * c));
  if (found == 0) return false;
  const perWeight = whole / known;
  const least = best - tolerance * perWeight * known;
  let c = 0;
  while (f64At(gains, 2 * c) < least) c++;
  gain = f64At(gains, 2 * c);
  if (!zeroGain && gain / known <= tolerance * perWeight) return false;
  settle(own, list, values, order, <i32>f64At(gains, 2 * c + 1), left);
  return true;
}

@inline
function valueAt(values: usize, order: usize, i: i32): f64 {
  return f64At(values, <i32>load<u32>(order + (<usize>i << 2)));
}

/** Writes the gain and the last position of every cut that leaves enough on both sides; returns their number. */
export function scanTwo(own: usize, whole: f64, list: usize, values: usize, order: usize, size: i32, gains: usize): i32 {
  const a = f64At(own, 0);
  const b = f64At(own, 1);
  const known = a + b;
  let leftA: f64 = 0;
  let leftB: f64 = 0;
  let found = 0;
  let value = valueAt(values, order, 0);
  for (let i = 0; i + 1 < size; i++) {
    const row = rowAt(list, <i32>load<u32>(order + (<usize>i << 2)));
    const w = weightOf(row);
    const ofB = <f64>labelOf(row) * w;
    leftB += ofB;
    leftA += w - ofB;
    const next = valueAt(values, order, i + 1);
    if (next == value) continue;
    value = next;
    const onLeft = leftA + leftB;
    if (onLeft < minLeaf || known - onLeft < minLeaf) continue;
    const rightA = a - leftA;
    const rightB = b - leftB;
    const drop = whole - impurity(onLeft, leftA * leftA + leftB * leftB) - impurity(rightA + rightB, rightA * rightA + rightB * rightB);
    putF64(gains, 2 * found, drop);
    putF64(gains, 2 * found + 1, <f64>i);
    found++;
  }
  return found;
}

export function scanMany(own: usize, known: f64, whole: f64, list: usize, values: usize, order: usize, size: i32, left: usize, gains: usize): i32 {
  memory.fill(left, 0, <usize>classes << 3);
  let found = 0;
  let onLeft: f64 = 0;
  let value = valueAt(values, order, 0);
  for (let i = 0; i + 1 < size; i++) {
    const row = rowAt(list, <i32>load<u32>(order + (<usize>i << 2)));
    const w = weightOf(row);
    const k = <i32>labelOf(row);
    putF64(left, k, f64At(left, k) + w);
    onLeft += w;
    const next = valueAt(values, order, i + 1);
    if (next == value) continue;
    value = next;
    if (onLeft < minLeaf || known - onLeft < minLeaf) continue;
    putF64(gains, 2 * found, dropBy(own, whole, left));
    putF64(gains, 2 * found + 1, <f64>i);
    found++;
  }
  return found;
}

@inline
function dropBy(own: usize, whole: f64, left: usize): f64 {
  let onLeft: f64 = 0;
  let onRight: f64 = 0;
  let squares: f64 = 0;
  let others: f64 = 0;
  for (let k = 0; k < classes; k++) {
    const l = f64At(left, k);
    const r = f64At(own, k) - l;
    onLeft += l;
    onRight += r;
    squares += l * l;
    others += r * r;
  }
  return whole - impurity(onLeft, squares) - impurity(onRight, others);
}

/** The cut after position `last`. */
function settle(own: usize, list: usize, values: usize, order: usize, last: i32, left: usize): void {
  memory.fill(left, 0, <usize>classes << 3);
  for (let i = 0; i <= last; i++) {
    const row = rowAt(list, <i32>load<u32>(order + (<usize>i << 2)));
    const k = <i32>labelOf(row);
    putF64(left, k, f64At(left, k) + weightOf(row));
  }
  // A threshold of -0 would not survive being written.
  low = valueAt(values, order, last) + 0;
  high = valueAt(values, order, last + 1) + 0;
  leftWeight = weightAt(left);
  rightWeight = weightAt(own) - leftWeight;
}

/** Rows whose value is at most `low` stay in front; all keep their order. Returns their number. */
export function divide(list: usize, values: usize, size: i32, scratch: usize): i32 {
  let left = list;
  let right = scratch;
  for (let i = 0; i < size; i++) {
    const row = load<u32>(list + (<usize>i << 2));
    const goes = f64At(values, i) > low;
    store<u32>(left, row);
    store<u32>(right, row);
    left += goes ? 0 : 4;
    right += goes ? 4 : 0;
  }
  memory.copy(left, scratch, right - scratch);
  return <i32>((left - list) >> 2);
}
