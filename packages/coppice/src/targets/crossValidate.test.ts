import { beforeAll, expect, it } from "vitest";
import { sampleTable } from "../../test/browserPage.js";
import { bundledWorkers } from "../../test/testTeam.js";
import { treeLearner } from "../learn/treeLearner.js";
import { truthOf } from "../predict/truth.js";
import { friedman1 } from "../synthetic/index.js";
import { stratifiedFolds } from "../table/folds.js";
import { columnOf } from "../table/table.js";
import { assessFolds } from "../use/evaluate/assessFolds.js";
import { wilson } from "../use/evaluate/intervals.js";
import { crossValidate as inPage } from "./browserCrossValidate.js";
import { crossValidate as inNode } from "./nodeCrossValidate.js";
import { trialOf } from "./trial.js";

let workers: URL;
beforeAll(async () => {
  workers = await bundledWorkers("foldWorker", "teamWorker");
});

const table = sampleTable(200, 3);
const request = { target: "kind", learner: "c45", folds: 5, seed: 2 } as const;

it.each([
  ["here, as a page without workers does it", inPage, {}],
  ["on the calling thread", inNode, {}],
  ["on threads", inNode, { threads: 2 }],
  ["on one other thread", inNode, { threads: 1 }],
] as const)("says what the lower functions say: %s", async (_, crossValidate, more) => {
  const found = await crossValidate(table, { ...request, ...more, ...("threads" in more && { workers }) });
  if (found.kind !== "classification") throw new Error("classes were expected");
  const truth = truthOf({ name: "kind", type: "nominal", levels: ["a", "b", "c"] }, table);
  if (truth.kind !== "classification") throw new Error("classes were expected");
  const trial = trialOf({ target: "kind", learner: "c45", seed: 2 });
  const folds = stratifiedFolds(truth.codes, 5, 2);
  const { score, perFold } = assessFolds(trial, { table, truth, folds });
  if (score.kind !== "classification") throw new Error("classes were expected");
  expect(found).toMatchObject({ accuracy: score.accuracy, kappa: score.kappa, logLoss: score.logLoss });
  const byClass = (cells: readonly unknown[]) => ({ a: cells[0], b: cells[1], c: cells[2] });
  expect(found.confusion).toEqual(byClass(score.confusion.map(byClass)));
  expect(found.interval).toEqual(wilson(score.accuracy, 200));
  expect(found.perFold.map(({ accuracy, rows }) => [accuracy, rows])).toEqual(
    perFold.map((fold) => [fold.score.kind === "classification" && fold.score.accuracy, 40]), // 200 / 5
  );
  const kind = columnOf(table, "kind");
  if (kind.type === "numeric") throw new Error("classes were expected");
  const right = found.labels.filter((label, row) => label === kind.levels[kind.codes[row]]).length;
  expect(right / 200).toBe(found.accuracy);
});

it("crossValidate evaluates regression", async () => {
  const found = await inNode(friedman1({ rows: 120, seed: 1 }), { target: "y", folds: 3 });
  if (found.kind !== "regression") throw new Error("numbers were expected");
  expect(found.perFold.length).toBe(3);
  // Each fold has 40 rows, so the mean of their squared errors is that of all rows.
  const squares = found.perFold.map(({ rmse }) => rmse ** 2);
  expect(Math.sqrt((squares[0] + squares[1] + squares[2]) / 3)).toBeCloseTo(found.rmse, 12);
  expect(found.values.length).toBe(120);
});

it("crossValidate takes rows and a custom learner, and reports progress", async () => {
  const answers = { maxDepth: 1 };
  const stump = treeLearner({ name: "stump", summary: "", tasks: ["classification"], answers });
  const rows = Array.from({ length: 40 }, (_, i) => ({ x: i % 8, y: i % 8 < 4 ? "low" : "high" }));
  const shares: number[] = [];
  const found = await inNode(rows, {
    ...{ target: "y", learner: stump, folds: 4 },
    onProgress: (share) => shares.push(share),
  });
  expect(found).toMatchObject({ accuracy: 1, size: { nodes: 3 } }); // x <= 3.5 tells all
  expect(shares.at(-1)).toBe(1);
});

it("crossValidate is cancelled by a signal, and rejects invalid requests", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  const large = sampleTable(60_000, 4);
  const options = { criterion: "entropy" } as const;
  const { signal } = stop;
  const stopped = inNode(large, { target: "kind", options, threads: 2, workers, signal });
  await expect(stopped).rejects.toMatchObject({ code: "ABORTED" });
});

// Every row twice; whether y is a or b has nothing to do with x and z, so only a copy among the training rows tells it.
const rows = Array.from({ length: 200 }, (_, i) => {
  const j = i % 100;
  return { x: (j * 29) % 50, z: (j * 13) % 47, y: "ab"[((j * 37) % 101) & 1] };
});
const options = { prune: "none", minSplit: 2, minLeaf: 1 } as const;
const asked = { target: "y", learner: "cart", options } as const;

it.each([
  ["in a page", inPage],
  ["in Node", inNode],
] as const)("keeps equal rows in one fold: %s", async (_, crossValidate) => {
  const accuracy = async (groupDuplicates: boolean, stratified: boolean) => {
    const codes: string[] = [];
    const onWarning = ({ code }: { code: string }) => codes.push(code);
    const found = await crossValidate(rows, { ...asked, groupDuplicates, stratified, onWarning });
    const isWarned = [codes, found.warnings.map(({ code }) => code)].map((all) =>
      all.includes("DUPLICATE_ROWS"),
    );
    expect(isWarned).toEqual([!groupDuplicates, !groupDuplicates]);
    return found.kind === "classification" ? found.accuracy : Number.NaN;
  };
  for (const stratified of [true, false]) {
    // About nine of ten rows have their copy in the other nine folds.
    expect(await accuracy(false, stratified)).toBeGreaterThan(0.8);
    expect(await accuracy(true, stratified)).toBeLessThan(0.7);
  }
});
