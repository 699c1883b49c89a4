import type { ImpurityRule } from "../../base/impurity.js";
import { xlog2x } from "../../base/log2.js";
import type { MergeRules } from "../port.js";

/** Up to so many classes of a bin, all ways to divide it class by class are tried: 2^n of them. */
const MOST_VERTICES = 5;

/** What gains may differ by and still be compared as equal, beside the tolerance: the rounding of this file and of others. */
const ROUNDING = 1e-9;

/** Weight × impurity of sums. */
type Impurity = (sums: Float64Array) => number;

function impurityOf(rule: ImpurityRule, factors: readonly number[] | undefined): Impurity {
  if (rule === "squaredError")
    return (sums) => (sums[0] > 0 ? Math.max(0, sums[2] - (sums[1] * sums[1]) / sums[0]) : 0);
  const scaled = (sums: Float64Array, k: number) => (factors === undefined ? sums[k] : sums[k] * factors[k]);
  if (rule === "gini")
    return (sums) => {
      let weight = 0;
      let squares = 0;
      for (let k = 0; k < sums.length; k++) {
        const s = scaled(sums, k);
        weight += s;
        squares += s * s;
      }
      return weight > 0 ? weight - squares / weight : 0;
    };
  return (sums) => {
    let weight = 0;
    let logs = 0;
    for (let k = 0; k < sums.length; k++) {
      const s = scaled(sums, k);
      weight += s;
      logs += xlog2x(s);
    }
    return weight > 0 ? xlog2x(weight) - logs : 0;
  };
}

/** What the bins of an attribute at a node say about its thresholds. */
export interface BinBounds {
  /** The greatest gain of a threshold between two bins that leaves enough rows on both sides; -Infinity: there is none. */
  readonly best: number;
  /** By bin: no threshold in it, or at its ends, gains more. */
  readonly most: Float64Array;
}

/**
 * Bounds on gains. Impurity is concave and the gain of a threshold, as a function of the sums on its left, is convex: among all
 * that may be left of a threshold inside a bin, it is greatest at a vertex, where each class of the bin is wholly on one side. And
 * no threshold gains more than a division of the bin's rows one by one, which leaves only the impurity on both sides of it.
 */
export class GainBounds {
  private readonly impurity: Impurity;
  private readonly isMoments: boolean;
  private readonly left: Float64Array;
  private readonly right: Float64Array;
  private readonly trial: Float64Array;
  private readonly rest: Float64Array;

  constructor(
    private readonly rules: MergeRules,
    private readonly width: number,
  ) {
    this.impurity = impurityOf(rules.criterion, rules.factors);
    this.isMoments = rules.criterion === "squaredError";
    this.left = new Float64Array(width);
    this.right = new Float64Array(width);
    this.trial = new Float64Array(width);
    this.rest = new Float64Array(width);
  }

  /** Gains that are less than `best` by more than this are not compared with it. `sums`: those of the node. */
  slack(sums: Float64Array): number {
    return (4 * this.rules.tolerance + ROUNDING) * this.impurity(sums);
  }

  private weight(sums: Float64Array): number {
    if (this.isMoments) return sums[0];
    let weight = 0;
    for (let k = 0; k < sums.length; k++) weight += sums[k];
    return weight;
  }

  of(cells: Float64Array, bins: number): BinBounds {
    const { width, left, right } = this;
    const most = new Float64Array(bins);
    const whole = new Float64Array(width);
    for (let i = 0; i < bins * width; i++) whole[i % width] += cells[i];
    const total = this.impurity(whole);
    left.fill(0);
    right.set(whole);
    let best = Number.NEGATIVE_INFINITY;
    for (let bin = 0; bin < bins; bin++) {
      const own = cells.subarray(bin * width, (bin + 1) * width);
      const before = this.impurity(left);
      for (let k = 0; k < width; k++) right[k] -= own[k];
      const apart = total - before - this.impurity(right);
      most[bin] = Math.min(apart, this.isMoments ? this.ofMoments(own, whole) : this.ofVertices(own, total));
      for (let k = 0; k < width; k++) left[k] += own[k];
      if (this.mayEnd(own)) best = Math.max(best, total - this.impurity(left) - this.impurity(right));
    }
    return { best, most };
  }

  /** What a threshold gains that has these sums on its left, at a node that has `whole` of known values. */
  gainsAt(whole: Float64Array): (left: Float64Array) => number {
    const { rest } = this;
    const total = this.impurity(whole);
    return (left) => {
      for (let k = 0; k < rest.length; k++) rest[k] = whole[k] - left[k];
      return total - this.impurity(left) - this.impurity(rest);
    };
  }

  /** Whether a threshold after this bin leaves enough rows; an empty bin is the same threshold again. */
  private mayEnd(own: Float64Array): boolean {
    if (!(this.weight(own) > 0)) return false;
    const least = Math.max(this.rules.minLeaf * (1 + ROUNDING), Number.MIN_VALUE);
    return this.weight(this.left) >= least && this.weight(this.right) >= least;
  }

  /** `left` is before the bin, `right` after it. */
  private ofVertices(own: Float64Array, total: number): number {
    const present: number[] = [];
    for (let k = 0; k < own.length; k++) if (own[k] > 0) present.push(k);
    if (present.length > MOST_VERTICES) return Number.POSITIVE_INFINITY;
    const { left, right, trial, rest } = this;
    let best = 0;
    for (let set = 0; set < 1 << present.length; set++) {
      trial.set(left);
      rest.set(right);
      present.forEach((k, i) => {
        if (set & (1 << i)) trial[k] += own[k];
        else rest[k] += own[k];
      });
      best = Math.max(best, total - this.impurity(trial) - this.impurity(rest));
    }
    return best;
  }

  /**
   * With u measured from the mean of the node, a threshold gains s²·W / (w·(W - w)), where w and s are the weight and the sum on
   * its left. Inside the bin, s changes by at most √(weight · Σ weight·u²) of the bin (Cauchy and Schwarz).
   */
  private ofMoments([m, first, second]: Float64Array, [weight, sum]: Float64Array): number {
    const [w, s] = this.left;
    if (!(m > 0)) return 0;
    const mean = sum / weight;
    const squares = Math.max(0, second - 2 * mean * first + mean * mean * m);
    const reach = Math.abs(s - mean * w) + Math.sqrt(m * squares);
    const least = Math.min(w * (weight - w), (w + m) * (weight - w - m));
    return least > 0 ? (reach * reach * weight) / least : Number.POSITIVE_INFINITY;
  }
}
