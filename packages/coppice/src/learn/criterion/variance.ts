import type { Criterion } from "./criterion.js";
import { gini } from "./gini.js";

const { rule: _rule, ...plain } = gini;

/** i = p1·p2 for two classes (D eq. 2); for more, ½ Σ p (1 - p), which is the same for two: half the Gini impurity. */
export const variance: Criterion = {
  ...plain,
  name: "variance",
  inForests: "variance",
  impurity: (cells, at, width) => gini.impurity(cells, at, width) / 2,
  impurityOfTwo: (a, b) => gini.impurityOfTwo!(a, b) / 2,
};
