import { exp } from "../../../base/exp.js";

/** How often a row counts in online bagging (Oza 2005), given 32 random bits: Poisson with this mean. */
export function poissonCounts(mean: number): (bits: number) => number {
  const limits: number[] = [];
  let share = exp(-mean);
  for (let n = 0, sum = share; sum < 1 - 1e-10 && n < 1000; n++) {
    limits.push(sum * 4294967296);
    share = (share * mean) / (n + 1);
    sum += share;
  }
  return (bits) => {
    let n = 0;
    while (n < limits.length && bits >= limits[n]) n++;
    return n;
  };
}
