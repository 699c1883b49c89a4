import { memberSeed, rowsKey } from "../../base/nodeRandom.js";
import { poissonLimits } from "../../base/poisson.js";
import { type Bag, type BagRows, bagCounts, isWhole } from "../../engine/bag.js";
import { type Problem, rowKeys, unweighted } from "../../engine/problem.js";
import type { Member } from "./growMany.js";

export interface Sampling {
  /** Rows are drawn with replacement, in proportion to their weights; each draw then counts 1. */
  readonly bootstrap: boolean;
  /** How many draws, or without replacement how many rows, as a share of all; absent: all. */
  readonly sampleShare?: number | undefined;
}

/** Whether there are rows that a tree does not see. */
export function leavesOut(sampling: Sampling): boolean {
  return !isWhole(bagFor(0, sampling));
}

/** The rows as trees see them: a bootstrap has the weights in its draws. */
export function sampledProblem(problem: Problem, { bootstrap }: Sampling): Problem {
  return bootstrap ? unweighted(problem) : problem;
}

/** The rows of the member with this seed. */
export function bagFor(seed: number, { bootstrap, sampleShare = 1 }: Sampling): Bag {
  return { key: rowsKey(seed), share: sampleShare, replacement: bootstrap };
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
  const given = bagRows(problem);
  const isPlain = sampling.bootstrap && given.weights === undefined && given.keys === undefined;
  const limits = isPlain ? poissonLimits(sampling.sampleShare ?? 1) : undefined;
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => {
    const own = memberSeed(seed, from + i);
    if (sampler === undefined) return { seed: own };
    return {
      seed: own,
      ...(limits && { limits }),
      get counts() {
        return sampler(own);
      },
    };
  });
}

/** How often a member with this seed sees each row; undefined where all see every row once. */
export function samplerOf(problem: Problem, sampling: Sampling): ((seed: number) => Uint8Array) | undefined {
  if (!leavesOut(sampling)) return undefined;
  const given = bagRows(problem);
  return (seed) => bagCounts(bagFor(seed, sampling), given);
}

function bagRows(problem: Problem): BagRows {
  const { rows, weights, totalWeight } = problem;
  return { rows, keys: rowKeys(problem), weights, totalWeight };
}
