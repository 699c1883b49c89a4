import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testTeam } from "../../../test/testTeam.js";
import { random } from "../../base/random.js";
import { mixedTreeTuning } from "../../engine/memory/mixedTree.js";
import { useKernels } from "../../kernels/support.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable, type Table } from "../../table/table.js";
import { predictSums } from "../../targets/predictInParallel.js";
import { fitTable } from "../fit.js";
import { takeTrainingSums } from "./trainingSums.js";

const usual = { ...mixedTreeTuning };
let teams: Team[] = [];

beforeAll(async () => {
  teams = [new SoloTeam(), await testTeam(2), await testTeam(4)];
  mixedTreeTuning.entries = 1;
});

afterAll(() => {
  Object.assign(mixedTreeTuning, usual);
});

/** Two nominal attributes with gaps, a number, a weight, and three classes that depend on them. */
function mixed(rows: number): Table {
  const rng = random(11);
  const names = (count: number) => Array.from({ length: count }, (_, k) => `v${k}`);
  const codes = (count: number) => Int32Array.from({ length: rows }, () => rng.below(count + 1) - 1);
  const [a, b] = [codes(5), codes(30)];
  const x = Float64Array.from({ length: rows }, () => rng.normal());
  const y = Int32Array.from({ length: rows }, (_, row) =>
    rng.uniform() < 0.2 ? rng.below(3) : (a[row] + b[row] + (x[row] > 0 ? 1 : 0) + 3) % 3,
  );
  return makeTable([
    { type: "nominal", name: "a", levels: names(5), codes: a },
    { type: "nominal", name: "b", levels: names(30), codes: b },
    { type: "numeric", name: "x", values: x },
    { type: "numeric", name: "w", values: Float64Array.from({ length: rows }, () => 0.5 + rng.uniform()) },
    { type: "nominal", name: "y", levels: names(3), codes: y },
  ]);
}

describe("ensembles of trees on a mixed table", () => {
  it.each([
    ["bagging", {}],
    ["bagging, its members pruned by folds", { settings: { prune: "costComplexity", pruneFolds: 3 } }],
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
    const table = mixed(300);
    for (const weighted of [{}, { weight: "w" }]) {
      const request = { target: "y", ...weighted, learner, options: { trees: 7, ...options } };
      useKernels(false);
      let wanted: string;
      try {
        wanted = JSON.stringify(fitTable(table, request));
      } finally {
        useKernels(true);
      }
      for (const team of teams) {
        expect(JSON.stringify(fitTable(table, { ...request, team })) === wanted).toBe(true);
        const scored = fitTable(table, { ...request, team, wantsScores: true }) as EnsembleModel;
        expect(JSON.stringify(scored) === wanted).toBe(true);
        const sums = takeTrainingSums(scored, table);
        expect(predictSums(scored, table, sums!)).toEqual(predictTable(scored, table));
      }
    }
  });
});
