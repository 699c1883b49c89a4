import { treeLearner } from "../src/learn/treeLearner.js";

/** A learner in a module of its own, as a user has it. */
export const stump = treeLearner({
  name: "stump",
  summary: "one test",
  tasks: ["classification"],
  answers: { maxDepth: 1 },
});
