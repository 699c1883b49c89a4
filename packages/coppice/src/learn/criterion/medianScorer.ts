import type { RankWeights, Summary, Tally, TargetFacts } from "../../engine/port.js";
import { type Curve, CurveScratch, type Scorer } from "./scorer.js";

/** Scores tallies of target ranks by the absolute error around the median, in units of the target's grid. */
export function medianScorer(target: TargetFacts): Scorer {
  if (target.kind !== "values") throw new Error("absolute error needs a numeric target");
  const { units } = target;
  const scratch = new CurveScratch();

  const pairsOf = (tally: Tally, c: number): [number, number] => [
    tally.pairs!.starts[c],
    tally.pairs!.starts[c + 1],
  ];

  function curve(tally: Tally, order?: ArrayLike<number>): Curve {
    const m = tally.codes.length;
    scratch.fit(m);
    const local = localRanks(tally, units);
    const left = new DeviationTree(local.values);
    const right = new DeviationTree(local.values);
    for (let p = 0; p < local.rank.length; p++) right.add(local.rank[p], tally.pairs!.weights[p]);
    const known = right.weight;
    const whole = right.deviation();
    for (let i = 0; i + 1 < m; i++) {
      const [from, to] = pairsOf(tally, order === undefined ? i : order[i]);
      for (let p = from; p < to; p++) {
        left.add(local.rank[p], tally.pairs!.weights[p]);
        right.add(local.rank[p], -tally.pairs!.weights[p]);
      }
      scratch.leftWeight[i] = left.weight;
      scratch.gain[i] = whole - left.deviation() - right.deviation();
    }
    scratch.length = Math.max(0, m - 1);
    scratch.known = known;
    return scratch;
  }

  function multiway(tally: Tally, groups: ArrayLike<number>, count: number): number {
    const local = localRanks(tally, units);
    const trees = Array.from({ length: count + 1 }, () => new DeviationTree(local.values));
    for (let c = 0; c < tally.codes.length; c++) {
      const [from, to] = pairsOf(tally, c);
      for (let p = from; p < to; p++) {
        trees[groups[c]].add(local.rank[p], tally.pairs!.weights[p]);
        trees[count].add(local.rank[p], tally.pairs!.weights[p]);
      }
    }
    return trees[count].deviation() - trees.slice(0, count).reduce((sum, tree) => sum + tree.deviation(), 0);
  }

  const cellRanks = (tally: Tally, c: number): RankWeights => {
    const [from, to] = pairsOf(tally, c);
    return { ranks: tally.pairs!.ranks.subarray(from, to), weights: tally.pairs!.weights.subarray(from, to) };
  };

  return {
    nodeImpurity: (summary: Summary) => deviationOf(summary.ranks!, units),
    weights: (tally) =>
      Float64Array.from(tally.codes, (_, c) => cellRanks(tally, c).weights.reduce((a, b) => a + b, 0)),
    curve,
    multiway,
    pairs: (tally) => (left) => {
      const weights = Array.from(tally.codes, (_, c) =>
        cellRanks(tally, c).weights.reduce((a, b) => a + b, 0),
      );
      const groups = weights.map((_, c) => (left.includes(c) ? 0 : 1));
      const side = (g: number) => weights.reduce((sum, w, c) => (groups[c] === g ? sum + w : sum), 0);
      return { gain: multiway(tally, groups, 2), leftWeight: side(0), rightWeight: side(1) };
    },
    keys: (tally) => Float64Array.from(tally.codes, (_, c) => medianOf(cellRanks(tally, c), units)),
  };
}

/** The weighted median: where half of the weight is reached; the mean of two values when it is reached between them. */
export function medianOf({ ranks, weights }: RankWeights, units: Float64Array): number {
  const half = weights.reduce((a, b) => a + b, 0) / 2;
  let sum = 0;
  for (let i = 0; i < ranks.length; i++) {
    sum += weights[i];
    if (sum > half || i === ranks.length - 1) return units[ranks[i]];
    if (sum === half) return (units[ranks[i]] + units[ranks[i + 1]]) / 2;
  }
  return 0;
}

/** Σ weight · |u - median|. */
export function deviationOf(weights: RankWeights, units: Float64Array): number {
  const median = medianOf(weights, units);
  return weights.ranks.reduce((sum, rank, i) => sum + weights.weights[i] * Math.abs(units[rank] - median), 0);
}

/** The target values of a tally's known cells numbered from 0, so that small nodes need small trees. */
function localRanks(tally: Tally, units: Float64Array): { rank: Int32Array; values: Float64Array } {
  const { ranks, starts } = tally.pairs!;
  const known = ranks.subarray(0, starts[tally.codes.length]);
  const distinct = Int32Array.from(new Set(known)).sort();
  const place = new Map(Array.from(distinct, (rank, i) => [rank, i]));
  return {
    rank: known.map((rank) => place.get(rank)!),
    values: Float64Array.from(distinct, (rank) => units[rank]),
  };
}

/** Fenwick trees of weight and weight·u by rank: adds a row and finds the deviation around the median in log time. */
class DeviationTree {
  weight = 0;
  private moment = 0;
  private readonly weights: Float64Array;
  private readonly moments: Float64Array;
  private readonly top: number;

  constructor(private readonly values: Float64Array) {
    this.weights = new Float64Array(values.length + 1);
    this.moments = new Float64Array(values.length + 1);
    this.top = values.length === 0 ? 0 : 2 ** Math.floor(Math.log2(values.length));
  }

  add(rank: number, weight: number): void {
    const moment = weight * this.values[rank];
    this.weight += weight;
    this.moment += moment;
    for (let i = rank + 1; i <= this.values.length; i += i & -i) {
      this.weights[i] += weight;
      this.moments[i] += moment;
    }
  }

  deviation(): number {
    if (this.weight <= 0) return 0;
    let at = 0;
    let below = 0;
    let belowMoment = 0;
    // Descends to the last rank before which less than half of the weight lies: the median is the next one.
    for (let step = this.top; step > 0; step >>= 1) {
      const next = at + step;
      if (next <= this.values.length && below + this.weights[next] < this.weight / 2) {
        at = next;
        below += this.weights[next];
        belowMoment += this.moments[next];
      }
    }
    const median = this.values[Math.min(at, this.values.length - 1)];
    const above = this.weight - below;
    return median * below - belowMoment + (this.moment - belowMoment) - median * above;
  }
}
