import { Draws, memberSeed, rowsKey } from "../../base/nodeRandom.js";
import { type Problem, unweighted } from "../../engine/problem.js";
import type { Member } from "./growMany.js";

export interface Sampling {
  /** Rows are drawn with replacement, in proportion to their weights; each draw then counts 1. */
  readonly bootstrap: boolean;
  /** How many draws, or without replacement how many rows, as a share of all; absent: all. */
  readonly sampleShare?: number | undefined;
}

/** Whether there are rows that a tree does not see. */
export function leavesOut({ bootstrap, sampleShare = 1 }: Sampling): boolean {
  return bootstrap || sampleShare < 1;
}

/** The rows as trees see them: a bootstrap has the weights in its draws. */
export function sampledProblem(problem: Problem, { bootstrap }: Sampling): Problem {
  return bootstrap ? unweighted(problem) : problem;
}

/** Members `from` to `to` of an ensemble: each depends on the ensemble's seed and its own number alone. */
export function membersOf(
  problem: Problem,
  sampling: Sampling,
  seed: number,
  from: number,
  to: number,
): Member[] {
  const sampler = samplerOf(problem, sampling);
  // Counts of draws by weight end at 255.
  const total = problem.weights === undefined ? drawsOf(problem.rows, sampling) : undefined;
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => {
    const own = memberSeed(seed, from + i);
    if (sampler === undefined) return { seed: own };
    return {
      seed: own,
      ...(total !== undefined && { total, ...(sampling.bootstrap && { draws: total }) }),
      get counts() {
        return sampler(own);
      },
    };
  });
}

/** How often a member with this seed sees each row; undefined where all see every row once. */
export function samplerOf(
  { rows, weights }: Pick<Problem, "rows" | "weights">,
  { bootstrap, sampleShare = 1 }: Sampling,
): ((seed: number) => Uint8Array) | undefined {
  const size = drawsOf(rows, { sampleShare });
  if (!bootstrap)
    return size === rows ? undefined : (seed) => subsample(rows, size, new Draws(rowsKey(seed)));
  if (weights === undefined) return (seed) => bootstrapOf(rows, size, new Draws(rowsKey(seed)));
  const ends = cumulative(weights);
  const guide = guideTo(ends);
  return (seed) => weightedBootstrap(ends, guide, size, new Draws(rowsKey(seed)));
}

/** How many rows are drawn. */
function drawsOf(rows: number, { sampleShare = 1 }: Pick<Sampling, "sampleShare">): number {
  return Math.min(rows, Math.max(1, Math.round(sampleShare * rows)));
}

function bootstrapOf(rows: number, size: number, draws: Draws): Uint8Array {
  const counts = new Uint8Array(rows);
  for (let i = 0; i < size; i++) drawn(counts, draws.below(rows));
  return counts;
}

/** A byte holds 255 draws; a row that weighs so much that it is drawn more often is not drawn again. */
function drawn(counts: Uint8Array, row: number): void {
  if (counts[row] < 255) counts[row]++;
}

/** Knuth's selection sampling: each row is taken with the chance that keeps every subset equally likely. */
function subsample(rows: number, size: number, draws: Draws): Uint8Array {
  const counts = new Uint8Array(rows);
  let wanted = size;
  for (let row = 0; row < rows && wanted > 0; row++) {
    if (draws.share() * (rows - row) >= wanted) continue;
    counts[row] = 1;
    wanted--;
  }
  return counts;
}

function cumulative(weights: Float64Array): Float64Array {
  let total = 0;
  return weights.map((weight) => {
    total += weight;
    return total;
  });
}

function weightedBootstrap(ends: Float64Array, guide: Int32Array, size: number, draws: Draws): Uint8Array {
  const counts = new Uint8Array(ends.length);
  const total = ends[ends.length - 1];
  const parts = guide.length - 1;
  for (let i = 0; i < size; i++) {
    const at = (draws.next() + draws.share()) / 4294967296;
    // A share of exactly 1 is possible by rounding.
    const part = Math.min(parts - 1, Math.floor(at * parts));
    drawn(counts, firstAbove(ends, at * total, guide[part], guide[part + 1]));
  }
  return counts;
}

/**
 * The total weight in equal parts, about as many as rows: the first row above each mark between them. A draw is then sought
 * among a row or two. The number of parts is a power of two, so that shares of it are exact, and products with the total
 * keep their order.
 */
function guideTo(ends: Float64Array): Int32Array {
  const parts = 2 ** Math.min(22, 32 - Math.clz32(ends.length));
  const total = ends[ends.length - 1];
  const guide = new Int32Array(parts + 1).fill(ends.length - 1);
  let row = 0;
  for (let part = 0; part < parts; part++) {
    while (row < ends.length - 1 && !(ends[row] > (part / parts) * total)) row++;
    guide[part] = row;
  }
  return guide;
}

/** The first row whose cumulative weight is above the mark, from `low` to `high`. */
function firstAbove(ends: Float64Array, mark: number, first: number, last: number): number {
  let low = first;
  let high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] > mark) high = middle;
    else low = middle + 1;
  }
  return low;
}
