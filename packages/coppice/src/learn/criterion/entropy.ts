import { entropyOfTwo } from "../../base/impurity.js";
import { xlog2x } from "../../base/log2.js";
import type { Criterion } from "./criterion.js";

/** i = -Σ p log2 p (D eq. 1), in bits. Times the weight W: W log2 W - Σ w log2 w. */
export const entropy: Criterion = {
  name: "entropy",
  task: "classification",
  statistic: "classes",
  concave: true,
  inBits: true,
  rule: "entropy",
  impurity(cells, at, width) {
    let weight = 0;
    let sum = 0;
    for (let k = 0; k < width; k++) {
      const w = cells[at + k];
      if (w > 0) {
        weight += w;
        sum += xlog2x(w);
      }
    }
    return weight > 0 ? xlog2x(weight) - sum : 0;
  },
  impurityOfTwo: entropyOfTwo,
};
