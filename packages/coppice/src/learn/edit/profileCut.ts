import { mustBe } from "../../base/errors.js";
import type { ImpurityRule } from "../../base/impurity.js";
import { xlog2x } from "../../base/log2.js";
import type { Notation } from "../../table/schema.js";

/** What the sums of a profile are. */
export interface ProfileSums {
  /** `classes`: the weight of each class. `moments`: weight, Σ weight·y and Σ weight·y² of a numeric target y. */
  readonly statistic: "classes" | "moments";
  /** The number of sums. */
  readonly width: number;
  /** What gains are divided by: the weight of the node. */
  readonly weight: number;
  /** How impurity is computed from the sums; absent where the learner has another way, or costs. */
  readonly impurity?: ImpurityRule;
}

export type SplitProfile = NumericProfile | LevelProfile;

export interface NumericProfile extends ProfileSums {
  readonly kind: "numeric";
  readonly attribute: string;
  readonly node: string;
  /** The distinct values at the node, ascending. */
  readonly values: Float64Array;
  /** Cumulative: `sums[i * width + k]` is over the rows whose value is at most `values[i]`. */
  readonly sums: Float64Array;
  /** Of the rows without a value. */
  readonly missing: Float64Array;
  /** Where the learner places the threshold between `values[i]` and `values[i + 1]`. */
  readonly thresholds: Float64Array;
  /** What it gains there, as a node records it. */
  readonly gains: Float64Array;
  /** Whether both branches have the minimum weight (1 or 0). */
  readonly allowed: Uint8Array;
  /** The threshold of the node's test, if it tests this attribute. */
  readonly current?: number;
  /** How its numbers are written, if they are not plain ones. */
  readonly notation?: Notation;
}

export interface LevelProfile extends ProfileSums {
  readonly kind: "levels";
  readonly attribute: string;
  readonly node: string;
  readonly ordered: boolean;
  readonly levels: readonly string[];
  /** Not cumulative: `sums[level * width + k]`. */
  readonly sums: Float64Array;
  readonly missing: Float64Array;
  /** The branch of each level by the node's test, if it tests this attribute; -1: unknown to it. */
  readonly branches?: Int32Array;
}

/** The known rows on both sides of a cut. */
export interface ProfileCut {
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Absent where it cannot be computed from the sums. */
  readonly gain?: number;
}

/** Where a numeric attribute is cut, or which levels, by their codes, go left. */
export type Cut = { readonly threshold: number } | { readonly left: readonly number[] };

/** What a cut would give. It takes a search among the values, or a sum over the levels, and no rows. */
export function profileCut(profile: SplitProfile, cut: Cut): ProfileCut {
  if (profile.kind === "numeric") {
    if (!("threshold" in cut)) throw mustBe("OPTION_RANGE", "cut", "a threshold on numbers", cut);
    return numericCut(profile, cut.threshold);
  }
  if (!("left" in cut)) throw mustBe("OPTION_RANGE", "cut", "the codes of the levels that go left", cut);
  return levelCut(profile, new Set(cut.left));
}

function numericCut({ width, sums, values, gains }: NumericProfile, threshold: number): ProfileCut {
  const at = lastAtMost(values, threshold);
  const left = at < 0 ? new Float64Array(width) : sums.slice(at * width, (at + 1) * width);
  // A node without known values has no sums.
  const right = sums.length > 0 ? sums.slice(sums.length - width) : new Float64Array(width);
  for (let k = 0; k < width; k++) right[k] -= left[k];
  return { left, right, gain: at < 0 || at >= gains.length ? 0 : gains[at] };
}

function levelCut(profile: LevelProfile, isLeft: ReadonlySet<number>): ProfileCut {
  const { width, sums, impurity, weight } = profile;
  const left = new Float64Array(width);
  const right = new Float64Array(width);
  for (let i = 0; i < sums.length; i++)
    (isLeft.has(Math.floor(i / width)) ? left : right)[i % width] += sums[i];
  if (impurity === undefined) return { left, right };
  const whole = left.map((sum, k) => sum + right[k]);
  const drop = impurityOf(whole, impurity) - impurityOf(left, impurity) - impurityOf(right, impurity);
  return { left, right, gain: drop / weight };
}

/** Weight × impurity. */
function impurityOf(sums: Float64Array, rule: ImpurityRule): number {
  if (rule === "squaredError") return sums[0] > 0 ? sums[2] - (sums[1] * sums[1]) / sums[0] : 0;
  let [weight, squares, logs] = [0, 0, 0];
  for (const sum of sums) {
    weight += sum;
    squares += sum * sum;
    logs += xlog2x(sum);
  }
  if (!(weight > 0)) return 0;
  return rule === "gini" ? weight - squares / weight : xlog2x(weight) - logs;
}

/** The last value that is at most x; -1 if there is none. */
function lastAtMost(values: Float64Array, x: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
