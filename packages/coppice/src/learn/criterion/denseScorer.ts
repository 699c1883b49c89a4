import type { Tally } from "../../engine/port.js";
import { type Criterion, weightOf } from "./criterion.js";
import { type Curve, CurveScratch, type Pair, type Scorer } from "./scorer.js";

/** Scores tallies of class weights or moments. */
export function denseScorer(criterion: Criterion, width: number): Scorer {
  const moments = criterion.statistic === "moments";
  const left = new Float64Array(width);
  const right = new Float64Array(width);
  const scratch = new CurveScratch();
  let weightScratch = new Float64Array(64);
  const weight = (cells: Float64Array, at: number) => (moments ? cells[at] : weightOf(cells, at, width));

  const impurity =
    criterion.partOfDrop ?? ((cells: Float64Array, at: number) => criterion.impurity(cells, at, width));

  const startRight = (tally: Tally) => {
    left.fill(0);
    right.fill(0);
    for (let at = 0; at < tally.cells.length; at += width) {
      for (let k = 0; k < width; k++) right[k] += tally.cells[at + k];
    }
  };

  function curve(tally: Tally, order?: ArrayLike<number>): Curve {
    const m = tally.codes.length;
    scratch.fit(m);
    startRight(tally);
    scratch.length = Math.max(0, m - 1);
    scratch.known = weight(right, 0);
    const { impurityOfTwo } = criterion;
    if (impurityOfTwo !== undefined && width === 2 && criterion.pair === undefined) {
      scanTwo(impurityOfTwo, tally.cells, order, right[0], right[1], scratch);
    } else {
      scan(tally, order);
    }
    return scratch;
  }

  function scan({ cells }: Tally, order: ArrayLike<number> | undefined): void {
    const { gain, leftWeight, length } = scratch;
    const whole = impurity(right, 0);
    for (let i = 0; i < length; i++) {
      const at = (order === undefined ? i : order[i]) * width;
      for (let k = 0; k < width; k++) {
        left[k] += cells[at + k];
        right[k] -= cells[at + k];
      }
      leftWeight[i] = weight(left, 0);
      gain[i] = criterion.pair
        ? criterion.pair(left, right, width)
        : whole - impurity(left, 0) - impurity(right, 0);
    }
  }

  function multiway(tally: Tally, groups: ArrayLike<number>, count: number): number {
    const sums = new Float64Array(count * width);
    startRight(tally);
    for (let c = 0; c < tally.codes.length; c++) {
      for (let k = 0; k < width; k++) sums[groups[c] * width + k] += tally.cells[c * width + k];
    }
    let total = impurity(right, 0);
    for (let g = 0; g < count; g++) total -= impurity(sums, g * width);
    return total;
  }

  function spans({ codes, cells }: Tally): (from: number, to: number) => number {
    const sums = new Float64Array((codes.length + 1) * width);
    for (let i = 0; i < cells.length; i++) sums[width + i] = sums[i] + cells[i];
    const part = new Float64Array(width);
    return (from, to) => {
      for (let k = 0; k < width; k++) part[k] = sums[to * width + k] - sums[from * width + k];
      return from < to ? criterion.impurity(part, 0, width) : 0;
    };
  }

  function pairs(tally: Tally): (cells: readonly number[]) => Pair {
    startRight(tally);
    const total = right.slice();
    const whole = impurity(total, 0);
    return (cells) => {
      left.fill(0);
      for (const c of cells) for (let k = 0; k < width; k++) left[k] += tally.cells[c * width + k];
      for (let k = 0; k < width; k++) right[k] = total[k] - left[k];
      const gain = criterion.pair
        ? criterion.pair(left, right, width)
        : whole - impurity(left, 0) - impurity(right, 0);
      return { gain, leftWeight: weight(left, 0), rightWeight: weight(right, 0) };
    };
  }

  return {
    nodeImpurity: (summary) => criterion.impurity(summary.sums, 0, width),
    weights(tally) {
      const m = tally.codes.length;
      if (weightScratch.length < m) weightScratch = new Float64Array(2 * m);
      for (let c = 0; c < m; c++) weightScratch[c] = weight(tally.cells, c * width);
      return weightScratch.subarray(0, m);
    },
    curve,
    multiway,
    spans,
    pairs,
    keys({ codes, cells }, k) {
      const keys = new Float64Array(codes.length);
      const numerator = moments ? 1 : k;
      for (let c = 0; c < keys.length; c++) keys[c] = cells[c * width + numerator] / weight(cells, c * width);
      return keys;
    },
  };
}

/** The scan for two classes, in local variables. */
function scanTwo(
  impurity: (a: number, b: number) => number,
  cells: Float64Array,
  order: ArrayLike<number> | undefined,
  a: number,
  b: number,
  { gain, leftWeight, length }: CurveScratch,
): void {
  const whole = impurity(a, b);
  let leftA = 0;
  let leftB = 0;
  for (let i = 0; i < length; i++) {
    const at = 2 * (order === undefined ? i : order[i]);
    leftA += cells[at];
    leftB += cells[at + 1];
    leftWeight[i] = leftA + leftB;
    gain[i] = whole - impurity(leftA, leftB) - impurity(a - leftA, b - leftB);
  }
}
