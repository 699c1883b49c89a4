import { treeLearner } from "../src/learn/treeLearner.js";

/** A user's learner in a separate module. */
export const stump = treeLearner({
  name: "stump",
  summary: "one test",
  tasks: ["classification"],
  answers: { maxDepth: 1 },
});
