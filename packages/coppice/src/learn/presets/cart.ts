import { treeLearner } from "../treeLearner.js";

/** Breiman et al. 1984 (D 8.3, L): two branches everywhere, Gini or squared error, grown until pure. */
export const cart = treeLearner({
  name: "cart",
  summary: "CART: two-way tests on thresholds and sets of levels, Gini or squared error",
  tasks: ["classification", "regression"],
  answers: {},
});
