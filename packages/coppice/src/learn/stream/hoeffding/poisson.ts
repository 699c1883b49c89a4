import { countWithin, poissonLimits } from "../../../base/poisson.js";

/** Means are small; this ends the list of limits for any other. */
const MOST_TIMES = 1000;

/** How often a row counts in online bagging (Oza 2005), given 32 random bits: Poisson with this mean. */
export function poissonCounts(mean: number): (bits: number) => number {
  const limits = poissonLimits(mean, MOST_TIMES);
  return (bits) => countWithin(limits, bits);
}
