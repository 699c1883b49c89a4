import { expect, it } from "vitest";
import { bundledWorkers, testTeam } from "../../test/testTeam.js";
import { fitTable } from "../learn/fit.js";
import { predictTable } from "../predict/predictTable.js";
import { waveform } from "../synthetic/index.js";
import { makeTable } from "../table/table.js";
import { predictInParallel, prepareModel } from "./predictInParallel.js";

it("predicts the same on two threads as on one", async () => {
  const table = waveform({ rows: 300, seed: 5 });
  const model = fitTable(table, { target: "class", learner: "forest", options: { trees: 20 } });
  const workers = await bundledWorkers("teamWorker");
  expect(await predictInParallel(model, table, { threads: 2, workers })).toEqual(predictTable(model, table));
  const tree = fitTable(table, { target: "class", learner: "cart" });
  expect(await predictInParallel(tree, table, { threads: 2, workers })).toEqual(predictTable(tree, table));
});

it.each(["class", "x1"])("needs no tree for rows whose scores are known: %s", async (target) => {
  const table = waveform({ rows: 300, seed: 5 });
  for (const options of [{}, { validation: 0.3 }, { rowShare: 0.5 }, { missing: "indicator" }]) {
    const request = { target, learner: "gradientBoost" as const, options: { rounds: 5, ...options } };
    const model = fitTable(table, { ...request, wantsScores: true });
    expect(await predictInParallel(model, table)).toEqual(predictTable(model, table));
  }
});

it("takes scores only for the rows that they belong to", async () => {
  const table = waveform({ rows: 300, seed: 5 });
  const request = { target: "class", learner: "gradientBoost", options: { rounds: 3 } } as const;
  const model = fitTable(table, { ...request, wantsScores: true });
  const others = waveform({ rows: 200, seed: 6 });
  expect(await predictInParallel(model, others)).toEqual(predictTable(model, others));
});

it.each([1, 2])("predicts the same after preparing, with gaps and without: %d threads", async (threads) => {
  const table = waveform({ rows: 600, seed: 5 });
  const holed = (values: Float64Array) => values.map((x, row) => (row % 7 === 0 ? Number.NaN : x));
  const gappy = makeTable(
    table.columns.map((column) =>
      column.type === "numeric" ? { ...column, values: holed(column.values) } : column,
    ),
  );
  for (const learner of ["forest", "gradientBoost", "cart"] as const) {
    const options = { forest: { trees: 20 }, gradientBoost: { rounds: 10 }, cart: {} }[learner];
    const model = fitTable(table, { target: "class", learner, options });
    const prepared = await prepareModel(model, threads > 1 ? await testTeam(threads) : undefined);
    for (const rows of [table, gappy, table])
      expect(prepared.predict(rows)).toEqual(predictTable(model, rows));
  }
});
