import { exp } from "./exp.js";

/** Beyond this mean the chance of the smallest counts is below what a double holds; and counts end at 255. */
const MOST_MEAN = 700;
const MOST_COUNT = 255;

/**
 * How often something counts, given 32 random bits: Poisson with this mean. The count is the number of limits that are not above
 * the bits, so that whoever can compare integers can draw.
 */
export function poissonLimits(mean: number, most = MOST_COUNT): number[] {
  const rate = Math.min(MOST_MEAN, mean);
  const limits: number[] = [];
  let share = exp(-rate);
  for (let n = 0, sum = share; sum < 1 - 1e-10 && n < most; n++) {
    const limit = Math.ceil(sum * 4294967296);
    if (limit > 4294967295) break;
    limits.push(limit);
    share = (share * rate) / (n + 1);
    sum += share;
  }
  return limits;
}

/** The count by these limits. */
export function countWithin(limits: readonly number[], bits: number): number {
  let n = 0;
  while (n < limits.length && bits >= limits[n]) n++;
  return n;
}

/** `countWithin(poissonLimits(mean), bits)`, where each draw has a mean of its own. */
export function poissonCount(mean: number, bits: number): number {
  const rate = Math.min(MOST_MEAN, mean);
  let share = exp(-rate);
  for (let n = 0, sum = share; ; n++) {
    if (!(sum < 1 - 1e-10) || n === MOST_COUNT || bits < Math.ceil(sum * 4294967296)) return n;
    share = (share * rate) / (n + 1);
    sum += share;
  }
}
