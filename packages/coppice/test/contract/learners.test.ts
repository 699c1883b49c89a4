import { describe, it } from "vitest";
import { learners } from "../../src/learn/registry.js";
import { type LearnerContractOptions, learnerContract } from "../../src/testing/contract/learner.js";
import { isDeep } from "../kit/length.js";

/** An omnivariate tree fits every kind of node in ten halves at each: two kinds, on few rows, show the same. */
const SLOW: Readonly<Record<string, LearnerContractOptions>> = isDeep
  ? {}
  : { omnivariate: { rows: 80, options: { nonlinear: "none" } } };

/** Every registered learner is included. */
const cases = learners.flatMap((learner) =>
  learner.tasks.map((task) => ({ learner, task, name: `${learner.name}, ${task}` })),
);

describe.each(cases)("$name", ({ learner, task }) => {
  for (const { name, run } of learnerContract(learner, task, SLOW[learner.name])) it(name, run);
});
