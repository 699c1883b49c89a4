import { giniOfTwo } from "../../base/impurity.js";
import type { Criterion } from "./criterion.js";

/** i = 1 - Σ p² (D eq. 3). Times the weight W: W - Σ w² / W. */
export const gini: Criterion = {
  name: "gini",
  task: "classification",
  statistic: "classes",
  concave: true,
  rule: "gini",
  impurity(cells, at, width) {
    let weight = 0;
    let squares = 0;
    for (let k = 0; k < width; k++) {
      const w = cells[at + k];
      weight += w;
      squares += w * w;
    }
    return weight > 0 ? weight - squares / weight : 0;
  },
  impurityOfTwo: giniOfTwo,
};
