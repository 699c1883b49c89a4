import { treeLearner } from "../src/learn/treeLearner.js";

/** CART without its pruning: what tests of growth learn with. */
export const fullCart = treeLearner({
  name: "cart",
  summary: "CART, grown until pure",
  tasks: ["classification", "regression"],
  answers: { prune: "none" },
});
