import { chiSquaredTail } from "../../base/chiSquared.js";

/**
 * Could a split be due to chance? (D eq. 9, for K classes and any number of branches.) Under independence each branch of
 * weight n_b would get n_b·n_k/n rows of class k; the statistic sums (found - expected)² / expected over
 * all branches and classes. D's eq. 9 sums over the left branch alone, which falls short by the factor 1 - P.
 */
export function chiSquared(branches: readonly Float64Array[]): {
  statistic: number;
  freedom: number;
  tail: number;
} {
  const sizes = branches.map((counts) => counts.reduce((a, b) => a + b, 0));
  const classes = branches[0].map((_, k) => branches.reduce((sum, counts) => sum + counts[k], 0));
  const total = sizes.reduce((a, b) => a + b, 0);
  let statistic = 0;
  branches.forEach((counts, b) => {
    counts.forEach((found, k) => {
      const expected = (sizes[b] * classes[k]) / total;
      if (expected > 0) statistic += (found - expected) ** 2 / expected;
    });
  });
  const freedom = (sizes.filter((n) => n > 0).length - 1) * (classes.filter((n) => n > 0).length - 1);
  return { statistic, freedom, tail: freedom > 0 ? chiSquaredTail(statistic, freedom) : 1 };
}
