import { width } from "../forest/params";
import { enterThreshold, limit, noteCut, startCuts } from "./cuts";
import { allowed } from "./found";
import { giniOf } from "./impurity";
import { known, knownWeight, knownWhole, left, sides, startCounted } from "./knownSums";
import { cellAt, tallied, talliedCode } from "./tally";

// The best threshold by Gini's impurity if weights are integers, for more than two classes: sums of squares are exact, so they
// are carried from cut to cut, in local variables. With class weights l on the left, t in all and c that go left, Σl² grows
// by 2 c·l + c², and Σ(t - l)² by c² - 2 (c·t - c·l).

/** A cut whose Σl² / |l| + Σr² / |r| is less gains less than the limit. */
@inline
function leastShare(): f64 {
  return limit - knownWhole + knownWeight;
}

/** Whether a cut does not gain less than the limit. Rounding of the products is far below `noise` times them. */
@inline
function isClose(weight: f64, rest: f64, leftSquares: f64, rightSquares: f64, least: f64): bool {
  return !(leftSquares * rest + rightSquares * weight < least * (weight * rest));
}

/** Whether a cut may be chosen. */
@inline
function mayWin(weight: f64, rest: f64, leftSquares: f64, rightSquares: f64, least: f64): bool {
  return isClose(weight, rest, leftSquares, rightSquares, least) && allowed(weight, knownWeight);
}

@inline
function note(place: i32, weight: f64, leftSquares: f64, rightSquares: f64, low: u32, high: u32): void {
  const gain = knownWhole - giniOf(weight, leftSquares) - giniOf(knownWeight - weight, rightSquares);
  noteCut(place, gain, weight, low, high);
}

/** From marks (class | weight << 16) in ascending order of their codes (u64: code << 32 | mark). */
export function thresholdOfMarks(a: i32, sums: usize, sorted: usize, n: i32): bool {
  let rightSquares = <i64>startCounted(sums);
  startCuts();
  let leftSquares: i64 = 0;
  let weight: i64 = 0;
  let least = leastShare();
  const total = knownWeight;
  const cells = sides;
  for (let k: usize = 0; k < <usize>width << 3; k += 8) store<i64>(cells + k, <i64>load<f64>(known + k) << 32);
  const last = sorted + (<usize>n << 3) - 8;
  let low = load<u32>(sorted, 4);
  for (let at = sorted; at < last; at += 8) {
    const mark = load<u32>(at);
    const cell = cells + (<usize>(mark & 0xffff) << 3);
    const w = <i64>(mark >> 16);
    const both = load<i64>(cell);
    const l = both & 0xffffffff;
    const r = <i64>(<u64>both >> 32);
    store<i64>(cell, both + w - (w << 32));
    weight += w;
    leftSquares += w * (l + l + w);
    rightSquares -= w * (r + r - w);
    const high = load<u32>(at, 12);
    const leftWeight = <f64>weight;
    const rest = total - leftWeight;
    // One branch for both conditions: whether the next code is another is hard to predict, and few cuts may win.
    if (i32(low != high) & i32(isClose(leftWeight, rest, <f64>leftSquares, <f64>rightSquares, least))) {
      if (allowed(leftWeight, total)) note(0, leftWeight, <f64>leftSquares, <f64>rightSquares, low, high);
      least = leastShare();
    }
    low = high;
  }
  return enterThreshold(a, total, knownWhole);
}

/** From a tally. */
export function thresholdOfCells(a: i32, sums: usize): bool {
  let rightSquares = startCounted(sums);
  startCuts();
  let leftSquares: f64 = 0;
  let weight: f64 = 0;
  let least = leastShare();
  const total = knownWeight;
  const last = tallied - 1;
  for (let i = 0; i < last; i++) {
    moveCell(cellAt(i));
    weight += movedWeight;
    leftSquares += onLeft;
    rightSquares -= onRight;
    if (!mayWin(weight, total - weight, leftSquares, rightSquares, least)) continue;
    note(i, weight, leftSquares, rightSquares, talliedCode(i), talliedCode(i + 1));
    least = leastShare();
  }
  return enterThreshold(a, total, knownWhole);
}

/** Of the cell that was moved last: its weight, by how much Σl² grows, and by how much Σ(t - l)² falls. */
let movedWeight: f64 = 0;
let onLeft: f64 = 0;
let onRight: f64 = 0;

/** A cell goes left, two classes at a time. */
@inline
function moveCell(cell: usize): void {
  const pairs = <usize>(width & ~1) << 3;
  let w = f64x2.splat(0);
  let grown = f64x2.splat(0);
  let fallen = f64x2.splat(0);
  for (let k: usize = 0; k < pairs; k += 16) {
    const c = v128.load(cell + k);
    const l = v128.load(left + k);
    const r = f64x2.sub(v128.load(known + k), l);
    const after = f64x2.add(l, c);
    v128.store(left + k, after);
    w = f64x2.add(w, c);
    grown = f64x2.add(grown, f64x2.mul(c, f64x2.add(l, after)));
    fallen = f64x2.add(fallen, f64x2.mul(c, f64x2.sub(f64x2.add(r, r), c)));
  }
  movedWeight = f64x2.extract_lane(w, 0) + f64x2.extract_lane(w, 1);
  onLeft = f64x2.extract_lane(grown, 0) + f64x2.extract_lane(grown, 1);
  onRight = f64x2.extract_lane(fallen, 0) + f64x2.extract_lane(fallen, 1);
  if ((width & 1) == 0) return;
  const c = load<f64>(cell + pairs);
  const l = load<f64>(left + pairs);
  store<f64>(left + pairs, l + c);
  movedWeight += c;
  onLeft += c * (l + l + c);
  onRight += c * (2 * (load<f64>(known + pairs) - l) - c);
}
