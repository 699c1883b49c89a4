import type { Criterion } from "./criterion.js";
import { medianScorer } from "./medianScorer.js";

/** Mean absolute error around the median. It cannot be computed from sums: the scorer uses the weights of target ranks. */
export const absoluteError: Criterion = {
  name: "absoluteError",
  task: "regression",
  statistic: "ranks",
  concave: false,
  leaf: "median",
  degree: 1,
  scorer: medianScorer,
  impurity() {
    throw new Error("absolute error has no sums; see medianScorer");
  },
};
