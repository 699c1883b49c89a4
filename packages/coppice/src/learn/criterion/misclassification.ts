import type { Criterion } from "./criterion.js";

/** i = 1 - max p (D eq. 4). Times the weight: the weight of all but the majority class. */
export const misclassification: Criterion = {
  name: "misclassification",
  task: "classification",
  statistic: "classes",
  concave: false,
  inForests: "misclassification",
  inTrees: "misclassification",
  impurity(cells, at, width) {
    let weight = 0;
    let largest = 0;
    for (let k = 0; k < width; k++) {
      const w = cells[at + k];
      weight += w;
      if (w > largest) largest = w;
    }
    return weight - largest;
  },
};
