import { expect, it } from "vitest";
import { bundledWorkers } from "../../test/testTeam.js";
import { fitTable } from "../learn/fit.js";
import { predictTable } from "../predict/predictTable.js";
import { waveform } from "../synthetic/index.js";
import { predictInParallel } from "./predictInParallel.js";

it("predicts the same on two threads as on one", async () => {
  const table = waveform({ rows: 300, seed: 5 });
  const model = fitTable(table, { target: "class", learner: "forest", options: { trees: 20 } });
  const workers = await bundledWorkers("teamWorker");
  expect(await predictInParallel(model, table, { threads: 2, workers })).toEqual(predictTable(model, table));
  const tree = fitTable(table, { target: "class", learner: "cart" });
  expect(await predictInParallel(tree, table, { threads: 2, workers })).toEqual(predictTable(tree, table));
});
