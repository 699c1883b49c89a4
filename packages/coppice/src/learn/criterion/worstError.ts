import type { RankWeights, Summary, Tally, TargetFacts } from "../../engine/port.js";
import type { Criterion } from "./criterion.js";
import { type Curve, CurveScratch, type Scorer } from "./scorer.js";

/**
 * The worst possible error (A eq. 9.15): how far the farthest row is from what its node predicts. Grown until every
 * leaf's is acceptable, no training row is off by more. It cannot be computed from sums: the scorer uses the target's ranks.
 */
export const worstError: Criterion = {
  name: "worstError",
  task: "regression",
  statistic: "ranks",
  concave: false,
  leaf: "midrange",
  degree: 1,
  scorer: worstScorer,
  impurity() {
    throw new Error("the worst error has no sums; see worstScorer");
  },
};

/** The weight of the mean over branches relative to the worst branch: enough to order tests with the same worst error. */
const TIE_BREAK = 1e-6;

/** The least and the greatest target of some rows, in units of the target's grid. */
class Range {
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;
  weight = 0;

  add(low: number, high: number, weight: number): void {
    if (low < this.low) this.low = low;
    if (high > this.high) this.high = high;
    this.weight += weight;
  }

  /** Half the range: the worst error of the midrange, which no other prediction improves. */
  get worst(): number {
    return this.weight > 0 ? (this.high - this.low) / 2 : 0;
  }
}

export function worstScorer(target: TargetFacts): Scorer {
  if (target.kind !== "values") throw new Error("the worst error needs a numeric target");
  const { units } = target;
  const scratch = new CurveScratch();

  const cellRange = (tally: Tally, c: number): Range => {
    const { ranks, weights, starts } = tally.pairs!;
    const range = new Range();
    let weight = 0;
    for (let p = starts[c]; p < starts[c + 1]; p++) weight += weights[p];
    // Pairs are in the order of ranks, in which units ascend.
    range.add(units[ranks[starts[c]]], units[ranks[starts[c + 1] - 1]], weight);
    return range;
  };
  const ranges = (tally: Tally) => Array.from(tally.codes, (_, c) => cellRange(tally, c));
  const join = (parts: readonly Range[]) => {
    const all = new Range();
    for (const { low, high, weight } of parts) all.add(low, high, weight);
    return all;
  };
  /** Weight × the decrease of the worst error; ties are broken by the smaller mean of the branches' worst errors. */
  const gainOf = (whole: Range, branches: readonly Range[]) => {
    const worst = Math.max(...branches.map((branch) => branch.worst));
    const mean = branches.reduce((sum, branch) => sum + branch.weight * branch.worst, 0) / whole.weight;
    return whole.weight * (whole.worst - worst + TIE_BREAK * (worst - mean));
  };
  const branchesOf = (cells: readonly Range[], groups: ArrayLike<number>, count: number) =>
    Array.from({ length: count }, (_, g) => join(cells.filter((_, c) => groups[c] === g)));

  function curve(tally: Tally, order?: ArrayLike<number>): Curve {
    const cells = ranges(tally);
    const m = cells.length;
    const at = (i: number) => cells[order === undefined ? i : order[i]];
    scratch.fit(m);
    const right: Range[] = new Array(m);
    for (let i = m - 1, all = new Range(); i >= 0; i--) {
      all.add(at(i).low, at(i).high, at(i).weight);
      right[i] = join([all]);
    }
    const left = new Range();
    for (let i = 0; i + 1 < m; i++) {
      left.add(at(i).low, at(i).high, at(i).weight);
      scratch.leftWeight[i] = left.weight;
      scratch.gain[i] = gainOf(right[0], [left, right[i + 1]]);
    }
    scratch.length = Math.max(0, m - 1);
    scratch.known = m > 0 ? right[0].weight : 0;
    return scratch;
  }

  function multiway(tally: Tally, groups: ArrayLike<number>, count: number): number {
    const cells = ranges(tally);
    return gainOf(join(cells), branchesOf(cells, groups, count));
  }

  function shownGain(tally: Tally, groups: ArrayLike<number>, count: number): number {
    const cells = ranges(tally);
    const worst = branchesOf(cells, groups, count).map((branch) => branch.worst);
    const whole = join(cells);
    return whole.weight * (whole.worst - Math.max(...worst));
  }

  return {
    nodeImpurity: ({ ranks, weight }: Summary) => weight * worstOf(ranks!, units),
    weights: (tally) => Float64Array.from(ranges(tally), ({ weight }) => weight),
    curve,
    multiway,
    shownGain,
    pairs: (tally) => {
      const cells = ranges(tally);
      return (left) => {
        const [a, b] = [
          join(cells.filter((_, c) => left.includes(c))),
          join(cells.filter((_, c) => !left.includes(c))),
        ];
        return { gain: gainOf(join(cells), [a, b]), leftWeight: a.weight, rightWeight: b.weight };
      };
    },
    keys: (tally) => Float64Array.from(ranges(tally), ({ low, high }) => low + high),
  };
}

/** Half the range of the targets. */
export function worstOf({ ranks }: RankWeights, units: Float64Array): number {
  return ranks.length === 0 ? 0 : (units[ranks[ranks.length - 1]] - units[ranks[0]]) / 2;
}

/** The middle of the range: the prediction with the least worst error. */
export function midrangeOf({ ranks }: RankWeights, units: Float64Array): number {
  return (units[ranks[0]] + units[ranks[ranks.length - 1]]) / 2;
}
