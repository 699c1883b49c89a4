import { mostLevels } from "./job";
import { levelBest, offerRun } from "./levelBest";
import { orderAt, orderByHalf, orderByShare } from "./levelOrder";
import { cellsOf, levels, levelWeight } from "./levels";
import {
  equal,
  exactGain,
  isAllowed,
  knownWeight,
  least,
  left,
  mayGainLeft,
  NONE,
  present,
  raiseLeast,
  restartLeast,
} from "./search";

// Sets of levels that are runs of an order: the learner's rule for two classes, where the best of them is the best of all,
// and for many levels, where trying all sets would take too long. See src/learn/branch/subset.ts.

/** By position in the order: the gain of the run that ends there, NONE if it does not matter; and its weight. */
let gains: usize = 0;
let weights: usize = 0;

export function runScratch(): usize {
  return (<usize>mostLevels() << 4) + 64;
}

export function useRunScratch(at: usize): void {
  gains = at;
  weights = at + (<usize>mostLevels() << 3);
}

@inline
function gainAt(i: i32): f64 {
  return load<f64>(gains + (<usize>i << 3));
}

@inline
function weightAt(i: i32): f64 {
  return load<f64>(weights + (<usize>i << 3));
}

/** The runs of the orders by the share of each class before `orders`. */
export function searchRuns(orders: i32): void {
  for (let k = 0; k < orders; k++) {
    orderByShare(k);
    // If the best of this order is below the best so far, all of it is; otherwise its runs may be as much below that again.
    restartLeast(levelBest - 2 * equal);
    const top = scanRuns();
    if (top == NONE) continue;
    for (let i = 0; i < levels - 1; i++) if (gainAt(i) >= top - equal) offerRun(gainAt(i), weightAt(i), i, k + 1);
  }
}

/** With very many levels and classes: one order, and of the runs that gain the same the most even one. */
export function searchOneOrder(way: i32): void {
  orderByHalf();
  const top = scanRuns();
  if (top == NONE) return;
  let best = -1;
  for (let i = 0; i < levels - 1; i++) {
    if (!(gainAt(i) >= top - equal)) continue;
    if (best < 0 || unevenness(i) < unevenness(best)) best = i;
  }
  offerRun(gainAt(best), weightAt(best), best, way);
}

@inline
function unevenness(i: i32): f64 {
  return abs(knownWeight - 2 * weightAt(i));
}

/** Fills `gains` along the order; returns the greatest. */
function scanRuns(): f64 {
  const width = <usize>present << 3;
  let top = NONE;
  let leftWeight: f64 = 0;
  memory.fill(left, 0, width);
  for (let i = 0; i < levels - 1; i++) {
    const cell = cellsOf(orderAt(i));
    for (let k: usize = 0; k < width; k += 8) store<f64>(left + k, load<f64>(left + k) + load<f64>(cell + k));
    leftWeight += levelWeight(orderAt(i));
    let gain = mayGainLeft() && isAllowed(leftWeight) ? exactGain(left) : NONE;
    if (gain < least) gain = NONE;
    store<f64>(gains + (<usize>i << 3), gain);
    store<f64>(weights + (<usize>i << 3), leftWeight);
    if (gain > top) {
      top = gain;
      raiseLeast(gain - equal);
    }
  }
  return top;
}
