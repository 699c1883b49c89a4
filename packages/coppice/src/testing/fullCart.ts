import { treeLearner } from "../learn/treeLearner.js";

/** CART without pruning, for tests of growth. */
export const fullCart = treeLearner({
  name: "cart",
  summary: "CART, grown until pure",
  tasks: ["classification", "regression"],
  answers: { prune: "none" },
});
