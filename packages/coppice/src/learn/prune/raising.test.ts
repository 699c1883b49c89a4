import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryTable } from "../../../test/kit/arbitraryTable.js";
import { expectSameModel, forAll, tune, withoutKernels } from "../../../test/kit/index.js";
import { ratioShape, ratioTables } from "../../../test/kit/ratioTables.js";
import { teamsOfThreads } from "../../../test/kit/teams.js";
import { MemoryEngine } from "../../engine/memory/engine.js";
import { rowsWithGaps } from "../../engine/problem.js";
import { raisingMemory } from "../../kernels/drivers/raising.js";
import { cellsOf } from "../../predict/cells.js";
import { compileTree, landing } from "../../predict/compile.js";
import { landedAnswers } from "../../predict/landedAnswers.js";
import { predictTree } from "../../predict/predictTree.js";
import { nodeClasses } from "../../predict/treeAnswers.js";
import { makeTable, type Table } from "../../table/table.js";
import { randomTable } from "../../testing/randomTable.js";
import { fitJob, fitTable, fitWith } from "../fit.js";
import { fitLanding } from "../runTreeJob.js";
import { raisingTuning } from "./errorBased.js";
import type { OnLanded } from "./kernelMovableTree.js";

const teams = teamsOfThreads();
tune(raisingTuning, { rows: 1 });
tune(raisingMemory, { threadRows: 1 });

/** Whether pruning raises any branch; the trees by lists and by the kernel must be the same. */
function raises(table: Table, options: Record<string, unknown>, weight?: string) {
  const request = { target: "y", learner: "c45", options, ...(weight && { weight }) } as const;
  const byKernel = teams.map((team) =>
    fitWith(fitJob(table, request), (rows) => new MemoryEngine(rows), team),
  );
  return withoutKernels(() => {
    const byLists = fitTable(table, request);
    for (const model of byKernel) expectSameModel(model, byLists);
    const replaced = fitTable(table, { ...request, options: { ...options, raising: false } });
    return JSON.stringify(replaced.nodes) !== JSON.stringify(byLists.nodes);
  });
}

const choices = fc.record({
  confidence: fc.constantFrom(0.02, 0.25, 0.5),
  minLeaf: fc.constantFrom(1, 2),
  collapse: fc.boolean(),
  errorBound: fc.constantFrom("weka", "book", "binomial"),
});

it("raising by the kernel gives the tree that lists of rows give", () => {
  forAll(100, [arbitraryTable(ratioTables), choices], ({ table, weight }, options) => {
    raises(table, options, weight);
  });
});

it.each([0, 0.3])("raising by the kernel gives the same tree where branches are raised, gaps: %d", (gaps) => {
  const table = randomTable(ratioShape(0, { rows: 200, seed: 1, classes: 3, gaps, signal: 0.2 }));
  expect(raises(table, { minLeaf: 1, confidence: 0.5 })).toBe(true);
});

const large = { ...ratioTables, rows: [100, 250], gaps: [0.02, 0.3] } as const;

it("raising by the kernel tells the leaves of rows without gaps, and what the tree predicts for all", () => {
  let [told, walked] = [0, 0];
  forAll(40, [arbitraryTable(large)], ({ table, weight }) => {
    for (const team of teams) {
      const job = fitJob(table, { target: "y", learner: "c45", ...(weight && { weight }) });
      const { problem } = job.grown.local!;
      const gaps = rowsWithGaps(problem);
      const onLanded: OnLanded = (model, leaves, walk) => {
        const rows = makeTable(problem.attributes);
        const { cells } = cellsOf(model, rows);
        const compiled = compileTree(model);
        for (const [row, leaf] of leaves.entries()) {
          if (gaps.includes(row)) continue;
          expect(leaf).toBe(landing(compiled, cells, row));
          told++;
        }
        const tree = nodeClasses(model, model.target.levels!.length);
        const { warnings: _, ...predicted } = predictTree(model, rows);
        const answers = { leaves, gaps, walked: walk(gaps, tree.probabilities) };
        expect(landedAnswers(tree, answers, undefined)).toEqual(predicted);
        walked += gaps.length;
      };
      fitLanding(job, (of) => new MemoryEngine(of), team, onLanded);
    }
  });
  expect(told).toBeGreaterThan(0);
  expect(walked).toBeGreaterThan(0);
});

it("raising by the kernel tells adaBoost what it would predict: the same ensemble as without kernels", () => {
  forAll(15, [arbitraryTable(ratioTables), fc.constantFrom("samme", "c5")], ({ table }, variant) => {
    const request = { target: "y", learner: "adaBoost", options: { trees: 4, variant } } as const;
    const found = teams.map((team) => JSON.stringify(fitTable(table, { ...request, team })));
    const expected = withoutKernels(() => JSON.stringify(fitTable(table, request)));
    for (const text of found) expect(text === expected, "the same ensemble").toBe(true);
  });
});

it("raising by the kernel is left to the lists where rows are shared more often than there is room for", () => {
  const table = randomTable(ratioShape(0, { rows: 600, seed: 5, classes: 3, gaps: 0.3 }));
  for (const entriesPerRow of [1, 2, 3, 4]) {
    raisingMemory.entriesPerRow = entriesPerRow;
    raises(table, { confidence: 0.5 });
  }
});
