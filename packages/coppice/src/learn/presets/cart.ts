import { treeLearner } from "../treeLearner.js";

/** Breiman et al. 1984 (D 8.3, L): binary splits, Gini or squared error, grown until pure and pruned to the size with the
 * lowest cross-validated error. */
export const cart = treeLearner({
  name: "cart",
  summary:
    "CART: binary splits on thresholds and sets of levels, Gini or squared error, cost-complexity pruning",
  tasks: ["classification", "regression"],
  answers: { prune: "costComplexity" },
  takesBins: true,
});
