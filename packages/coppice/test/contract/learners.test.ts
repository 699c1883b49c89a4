import { describe, it } from "vitest";
import { learners } from "../../src/learn/registry.js";
import { type LearnerContractOptions, learnerContract } from "../../src/testing/contract/learner.js";
import { isDeep } from "../kit/length.js";

/**
 * Slow learners have fewer rows, and an omnivariate tree, which fits every kind of node in ten halves at each, two kinds: they show
 * the same.
 */
const SLOW: Readonly<Record<string, LearnerContractOptions>> = isDeep
  ? {}
  : {
      omnivariate: { rows: 60, options: { nonlinear: "none", maxDepth: 2 } },
      perceptronTree: { rows: 60, options: { maxDepth: 2 } },
      ...{ logisticLeaves: { options: { folds: 3 } }, modelTree: { options: { folds: 3 } } },
      ...{ ruleFit: { options: { folds: 3 } }, treeFeatures: { options: { folds: 3 } } },
      ...Object.fromEntries(
        ["linearTree", "sphereTree", "cartLC", "quadraticTree", "optimalTree"].map((name) => [
          name,
          { rows: 80 },
        ]),
      ),
    };

/** Every registered learner is included. */
const cases = learners.flatMap((learner) =>
  learner.tasks.map((task) => ({ learner, task, name: `${learner.name}, ${task}` })),
);

describe.each(cases)("$name", ({ learner, task }) => {
  for (const { name, run } of learnerContract(learner, task, SLOW[learner.name])) it(name, run);
});
