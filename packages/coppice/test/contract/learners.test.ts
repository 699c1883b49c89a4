import { describe, it } from "vitest";
import { learners } from "../../src/learn/registry.js";
import { learnerContract } from "../../src/testing/contract/learner.js";

/** Every registered learner is included: nothing here names one. */
const cases = learners.flatMap((learner) =>
  learner.tasks.map((task) => ({ learner, task, name: `${learner.name}, ${task}` })),
);

describe.each(cases)("$name", ({ learner, task }) => {
  it.each(learnerContract(learner, task))("$name", ({ run }) => run());
});
