import { availableParallelism } from "node:os";
import { beforeAll, expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { bundledWorkers } from "../../test/testTeam.js";
import { csvOf } from "../cli/testTables.js";
import { classTreeKernel } from "../kernels/generated/classTree.js";
import { fitTable } from "../learn/fit.js";
import { predictTable } from "../predict/predictTable.js";
import { waveform } from "../synthetic/index.js";
import { readTable } from "./files.js";
import { fitInParallel } from "./fitInParallel.js";
import { predictInParallel } from "./predictInParallel.js";
import { teamAhead } from "./teamAhead.js";

let workers: URL;
let file: string;
const { at, put } = folder();
const table = waveform({ rows: 400, seed: 5 });
const learning = { target: { target: "class" }, isTree: true, kernels: () => [classTreeKernel] };

beforeAll(async () => {
  workers = await bundledWorkers("teamWorker");
  file = put("waveform.csv", csvOf(table));
});

it("threads started before the table read, fit and predict as one thread does, and stay open", async () => {
  const team = teamAhead(file, { threads: 2, trees: 1, learning, workers })!;
  const read = await readTable(file, { team });
  expect(read.table).toEqual((await readTable(file)).table);
  for (const learner of ["cart", "forest"]) {
    const spec = { target: "class", learner, options: learner === "forest" ? { trees: 10 } : {} };
    const model = await fitInParallel(read.table, { ...spec, threads: 2, workers, team });
    expect(model).toEqual(fitTable(read.table, spec));
    const prediction = await predictInParallel(model, read.table, { threads: 2, workers, team });
    expect(prediction).toEqual(predictTable(model, read.table));
  }
  expect(team.threads).toBe(2);
  await team.close();
});

it.runIf(availableParallelism() > 1)(
  "threads started before the table are started if the file is large enough for the work",
  async () => {
    // 400 rows × 22 columns of about 5 bytes: some 10,000 cells; a team pays off from a million cells × trees.
    expect(teamAhead(file, { trees: 1, workers })).toBeUndefined();
    const team = teamAhead(file, { trees: 1000, workers });
    expect(team?.size).toBe(availableParallelism());
    await team?.close();
  },
);

it("threads started before the table are not started for one thread, without worker files, or for a file of unknown size", () => {
  expect(teamAhead(file, { threads: 1, trees: 1000, workers })).toBeUndefined();
  const elsewhere = new URL("./nowhere/", workers);
  expect(teamAhead(file, { threads: 2, trees: 1000, workers: elsewhere })).toBeUndefined();
  expect(teamAhead(at("nosuch.csv"), { trees: 1000, workers })).toBeUndefined();
});
