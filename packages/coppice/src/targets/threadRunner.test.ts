import { availableParallelism } from "node:os";
import { beforeAll, expect, it } from "vitest";
import { bundledWorkers } from "../../test/testTeam.js";
import { truthOf } from "../predict/truth.js";
import { led, waveform } from "../synthetic/index.js";
import { stratifiedFolds } from "../table/folds.js";
import { assess } from "../use/evaluate/assess.js";
import { type Job, localRunner, type Outcome } from "../use/evaluate/jobs.js";
import { foldSplits, jobsOf } from "../use/evaluate/splits.js";
import { threadCount, threadRunner } from "./threadRunner.js";
import { trialOf } from "./trial.js";

let worker: URL;
beforeAll(async () => {
  worker = new URL("foldWorker.js", await bundledWorkers("foldWorker"));
});

const table = waveform({ rows: 90, seed: 4 });
const target = { name: "class", type: "nominal", levels: ["1", "2", "3"] } as const;
const recipes = [
  { target: "class", learner: "cart", options: { pruneFolds: 3 } },
  { target: "class", learner: "c45", options: { minLeaf: 5 } },
];
const withoutTime = (outcomes: readonly Outcome[]) => outcomes.map(({ seconds, ...rest }) => rest);

it("threads give identical outcomes, whatever their number", async () => {
  const truth = truthOf(target, table);
  if (truth.kind !== "classification") throw new Error("classes expected");
  const splits = foldSplits(stratifiedFolds(truth.codes, 5, 1));
  const more = { alsoTrain: true, keepModel: true };
  const jobs: Job[] = [0, 1].flatMap((trial) => jobsOf(splits, trial).map((job) => ({ ...job, ...more })));
  const one = await threadRunner(table, recipes, { threads: 1, worker })(jobs);
  for (const threads of [2, 3]) {
    const shares: number[] = [];
    const run = threadRunner(table, recipes, { threads, worker });
    const some = await run(jobs, (share) => shares.push(share));
    expect(withoutTime(some)).toEqual(withoutTime(one));
    expect(shares.at(-1)).toBe(1);
    const { seconds: a, ...mine } = assess({ truth }, splits, some.slice(0, 5));
    const { seconds: b, ...other } = assess({ truth }, splits, one.slice(0, 5));
    expect(mine).toEqual(other);
  }
});

it("threads all work on a single job, with the same outcome", async () => {
  const rows = Int32Array.from({ length: 90 }, (_, row) => row);
  const job: Job = { trial: 1, train: "rest", test: rows.filter((row) => row % 3 === 0), name: "hold-out" };
  const jobs = [{ ...job, alsoTrain: true, keepModel: true }];
  const trials = recipes.map((spec) => trialOf(spec));
  const here = localRunner(trials, table);
  for (const threads of [1, 2]) {
    const shares: number[] = [];
    const run = threadRunner(table, recipes, { threads, worker });
    const outcomes = await run(jobs, (share) => shares.push(share));
    expect(withoutTime(outcomes)).toEqual(withoutTime(await here(jobs)));
    expect(shares.at(-1)).toBe(1);
    const [plain] = await run([job]);
    expect(Object.keys(plain).sort()).toEqual(["prediction", "seconds", "size"]);
  }
  const bad = threadRunner(table, [{ target: "nosuch", learner: "cart" }], { worker });
  await expect(bad([{ ...job, trial: 0 }])).rejects.toThrow('hold-out: the table has no column "nosuch"');
  const failures: string[] = [];
  expect(await bad([{ ...job, trial: 0 }], undefined, (_, { code }) => failures.push(code))).toEqual([]);
  expect(failures).toEqual(["COLUMN_UNKNOWN"]);
});

it("threads rethrow the error of the first job that failed", async () => {
  const rows = Int32Array.of(0, 1, 2);
  const job = (name: string): Job => ({ trial: 0, train: rows, test: rows, name });
  const run = threadRunner(table, [{ target: "nosuch", learner: "cart" }], { threads: 2, worker });
  const failed = run([job("fold 0"), job("fold 1"), job("fold 2")]);
  await expect(failed).rejects.toMatchObject({ name: "CoppiceError", code: "COLUMN_UNKNOWN" });
  await expect(failed).rejects.toThrow('fold 0: the table has no column "nosuch"');
});

it("threads leave out failed jobs if onFailure is given", async () => {
  const all = Int32Array.from({ length: 90 }, (_, row) => row);
  const good = { target: "class", learner: "oneR" };
  const jobs = [1, 0, 1, 0].map((trial, i): Job => ({ trial, train: all, test: all, name: `fold ${i}` }));
  for (const threads of [1, 2]) {
    const failures: string[] = [];
    const run = threadRunner(table, [good, { ...good, target: "nosuch" }], { threads, worker });
    const outcomes = await run(jobs, undefined, (job, error) => failures.push(`${job.name} ${error.code}`));
    expect(outcomes.map(({ prediction }) => prediction.kind)).toEqual(["classification", "classification"]);
    expect(failures).toEqual(["fold 0 COLUMN_UNKNOWN", "fold 2 COLUMN_UNKNOWN"]);
  }
});

it("threads report an error if a thread cannot start", async () => {
  const broken = { threads: 2, worker: new URL("./nosuch.mjs", worker) };
  const rows = Int32Array.of(0, 1, 2);
  const jobs = ["a", "b"].map((name) => ({ trial: 0, train: rows, test: rows, name }));
  await expect(threadRunner(table, recipes, broken)(jobs)).rejects.toThrow(/nosuch/);
});

it("threads are as many as requested or jobs; one if there is little work or no worker file", () => {
  expect(threadCount(table, 10, { threads: 4, worker })).toBe(4);
  expect(threadCount(table, 3, { threads: 4, worker })).toBe(3);
  expect(threadCount(led({ rows: 20 }), 10, { worker })).toBe(1);
  const large = waveform({ rows: 1000 }); // 1000 rows, 22 columns, 500 jobs: 11 million cells
  expect(threadCount(large, 500, { worker })).toBe(availableParallelism());
  expect(threadCount(large, 100, { worker })).toBe(1);
  expect(threadCount(large, 500, { worker: new URL("./nosuch.mjs", worker) })).toBe(1);
});
