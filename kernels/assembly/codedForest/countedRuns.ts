import { take } from "../forest/arena";
import { width } from "../forest/params";
import { limit, noteCut } from "./cuts";
import { allowed } from "./found";
import { giniOf, weightOf } from "./impurity";
import { known, knownWeight, knownWhole, left } from "./knownSums";
import { orderedAt } from "./order";
import { mostLevels } from "./params";
import { cellAt, tallied } from "./tally";

// Runs of levels by Gini's impurity if weights are integers: sums of squares are exact, so they may be carried from run to
// run. With class weights l on the left, t in all and c of the level that goes left, Σl² grows by 2 c·l + c², and Σ(t - l)²
// by c² - 2 (c·t - c·l): one product of vectors per level, besides those that do not depend on the order.

/** By level of the tally: its weight, c² and c·t (f64 each). */
const LEVEL: usize = 24;

let levels: usize = 0;

export function takeCountedRuns(): void {
  levels = take(<usize>mostLevels * LEVEL);
}

@inline
export function levelWeight(level: i32): f64 {
  return load<f64>(levels + <usize>level * LEVEL);
}

/** For all orders of a tally. */
export function startRuns(): void {
  for (let c = 0; c < tallied; c++) {
    const cell = cellAt(c);
    const at = levels + <usize>c * LEVEL;
    store<f64>(at, weightOf(cell));
    store<f64>(at, product(cell, cell), 8);
    store<f64>(at, product(cell, known), 16);
  }
}

@inline
function product(a: usize, b: usize): f64 {
  let sum: f64 = 0;
  for (let k: usize = 0; k < <usize>width << 3; k += 8) sum += load<f64>(a + k) * load<f64>(b + k);
  return sum;
}

/** Notes the runs of the order that may be chosen. */
export function noteRuns(): void {
  let leftWeight: f64 = 0;
  let leftSquares: f64 = 0;
  let rightSquares = product(known, known);
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<f64>(left + k, 0);
  for (let run = 0; run < tallied - 1; run++) {
    const level = orderedAt(run);
    const at = levels + <usize>level * LEVEL;
    const squares = load<f64>(at, 8);
    const toLeft = moveLeft(cellAt(level));
    leftWeight += load<f64>(at);
    leftSquares += 2 * toLeft + squares;
    rightSquares += squares - 2 * (load<f64>(at, 16) - toLeft);
    const rest = knownWeight - leftWeight;
    const least = (limit - knownWhole + knownWeight) * (leftWeight * rest);
    if (leftSquares * rest + rightSquares * leftWeight < least || !allowed(leftWeight, knownWeight)) continue;
    const gain = knownWhole - giniOf(leftWeight, leftSquares) - giniOf(rest, rightSquares);
    noteCut(run, gain, leftWeight, 0, 0);
  }
}

/** Adds a cell to the left; returns its product with what was there. */
@inline
function moveLeft(cell: usize): f64 {
  const pairs = <usize>(width & ~1) << 3;
  let sums = f64x2.splat(0);
  for (let k: usize = 0; k < pairs; k += 16) {
    const c = v128.load(cell + k);
    const l = v128.load(left + k);
    sums = f64x2.add(sums, f64x2.mul(c, l));
    v128.store(left + k, f64x2.add(l, c));
  }
  const sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if ((width & 1) == 0) return sum;
  const c = load<f64>(cell + pairs);
  const l = load<f64>(left + pairs);
  store<f64>(left + pairs, l + c);
  return sum + c * l;
}
