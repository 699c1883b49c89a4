import { essentialsOf } from "../src/learn/essentials.js";
import { foilLearner } from "../src/learn/foil/foil.js";
import { describeOptions } from "../src/learn/options.js";
import { learners } from "../src/learn/registry.js";

const FOIL = { ...foilLearner, summary: "FOIL: clauses with variables that define one relation by others" };

/** Every learner as docs/options.md has it. */
export const documentedLearners = [...learners, FOIL].map((learner) => ({
  name: learner.name,
  summary: learner.summary,
  options: describeOptions(learner),
  essentials: essentialsOf(learner.name),
}));
