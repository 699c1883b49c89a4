import { expect, it } from "vitest";
import { tune, withoutKernels } from "../../../test/kit/index.js";
import { teamsOfThreads } from "../../../test/kit/teams.js";
import { mixedTreeTuning } from "../../engine/memory/mixedTree.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { predictTable } from "../../predict/predictTable.js";
import { predictSums } from "../../targets/predictInParallel.js";
import { levels, numbers, randomTable } from "../../testing/index.js";
import { fitTable } from "../fit.js";
import { takeTrainingSums } from "./trainingSums.js";

const teams = teamsOfThreads();
tune(mixedTreeTuning, { entries: 1 });

/** Two nominal attributes with gaps, a number, a weight, and three classes that depend on them. */
const table = randomTable({
  ...{ rows: 150, seed: 11, classes: 3, weights: "fractions", gaps: 0.1, signal: 0.8 },
  attributes: { a: levels(5), b: levels(30, "first"), x: numbers("normal", 0) },
});

it.each([
  ["bagging", {}],
  [
    "bagging, its members pruned by folds",
    { trees: 2, settings: { prune: "costComplexity", pruneFolds: 3 } },
  ],
  ["bagging, shares of the rows", { bootstrap: false, sampleShare: 0.6, settings: { minLeaf: "2%" } }],
  ["bagging, gaps filled", { settings: { missing: "likely" } }],
  ["bagging, thresholds by weight", { settings: { threshold: "weighted", minLeaf: 4 } }],
  ["bagging, thresholds at values", { settings: { threshold: "value" } }],
  ["bagging, votes", { combine: "vote" }],
  ["bagging, not judged", { oob: false }],
  ["adaBoost", { of: "cart", settings: { prune: "none", maxDepth: 3 } }],
  ["adaBoost, entropy", { of: "cart", settings: { prune: "none", maxDepth: 4, criterion: "entropy" } }],
])("%s: are those of the general grower on any number of threads", (name, options) => {
  const learner = name.split(",")[0];
  for (const weighted of [{}, { weight: "w" }]) {
    const request = { target: "y", ...weighted, learner, options: { trees: 5, ...options } };
    const wanted = withoutKernels(() => JSON.stringify(fitTable(table, request)));
    expect(JSON.stringify(fitTable(table, { ...request, team: teams[0] })) === wanted).toBe(true);
    for (const team of teams) {
      const scored = fitTable(table, { ...request, team, wantsScores: true }) as EnsembleModel;
      expect(JSON.stringify(scored) === wanted).toBe(true);
      const sums = takeTrainingSums(scored, table);
      expect(predictSums(scored, table, sums!)).toEqual(predictTable(scored, table));
    }
  }
});
