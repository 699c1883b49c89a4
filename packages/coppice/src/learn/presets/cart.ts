import { treeLearner } from "../treeLearner.js";

/** Breiman et al. 1984 (D 8.3, L): two branches everywhere, Gini or squared error, grown until
 * pure and pruned to the size of least cross-validated error. */
export const cart = treeLearner({
  name: "cart",
  summary:
    "CART: binary splits on thresholds and sets of levels, Gini or squared error, cost-complexity pruning",
  tasks: ["classification", "regression"],
  answers: { prune: "costComplexity" },
});
