import type { Criterion, LossMatrix } from "./criterion.js";

/** Minimum expected loss (A exercise 1): i = min_j Σ_k λ_kj p_k. Times the weight. No loss matrix: misclassification. */
export function risk(loss: LossMatrix | undefined): Criterion {
  return {
    name: "risk",
    task: "classification",
    statistic: "classes",
    concave: false,
    withLoss: risk,
    // Without losses it is the weight of all but the largest class, and sums are exact.
    inForests: loss === undefined ? "misclassification" : "risk",
    inTrees: "risk",
    ...(loss && { losses: loss }),
    impurity(cells, at, width) {
      let least = Number.POSITIVE_INFINITY;
      for (let j = 0; j < width; j++) {
        let sum = 0;
        for (let k = 0; k < width; k++) sum += (loss ? loss[k][j] : k === j ? 0 : 1) * cells[at + k];
        if (sum < least) least = sum;
      }
      return least;
    },
  };
}

/** The weighted Gini impurity (D eq. 10): i = Σ_kj λ_kj p_k p_j. Times the weight. No loss matrix: Gini. */
export function weightedGini(loss: LossMatrix | undefined): Criterion {
  return {
    name: "weightedGini",
    task: "classification",
    statistic: "classes",
    concave: false,
    withLoss: weightedGini,
    inForests: "weightedGini",
    inTrees: "weightedGini",
    ...(loss && { losses: loss }),
    impurity(cells, at, width) {
      let weight = 0;
      let sum = 0;
      for (let k = 0; k < width; k++) {
        weight += cells[at + k];
        for (let j = 0; j < width; j++)
          if (j !== k) sum += (loss ? loss[k][j] : 1) * cells[at + k] * cells[at + j];
      }
      return weight > 0 ? sum / weight : 0;
    },
  };
}
