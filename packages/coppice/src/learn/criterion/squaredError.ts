import type { Criterion } from "./criterion.js";

/**
 * Mean squared error around the mean (A eq. 9.10). Times the weight: Σu² - (Σu)² / W. In a drop the Σu² cancel, up to
 * rounding: the scorer leaves them out.
 */
export const squaredError: Criterion = {
  name: "squaredError",
  task: "regression",
  statistic: "moments",
  concave: true,
  rule: "squaredError",
  impurity(cells, at) {
    const weight = cells[at];
    if (weight <= 0) return 0;
    return Math.max(0, cells[at + 2] - (cells[at + 1] * cells[at + 1]) / weight);
  },
  partOfDrop: (cells, at) => (cells[at] > 0 ? -(cells[at + 1] * cells[at + 1]) / cells[at] : 0),
};
