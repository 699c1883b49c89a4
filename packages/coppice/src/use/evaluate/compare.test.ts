import { expect, it } from "vitest";
import { trueClasses, trueValues, valued } from "../../../test/kit/judged.js";
import { CoppiceError } from "../../base/errors.js";
import type { NominalColumn, NumericColumn } from "../../table/column.js";
import { columnOf, makeTable } from "../../table/table.js";
import { nominal, numeric } from "../../testing/index.js";
import { compare, TESTS } from "./compare.js";
import { leafCounts, learningCurve, sizeCurve } from "./curves.js";
import { localRunner, type Trial } from "./jobs.js";
import { foldSplits } from "./splits.js";

const CODES = [0, 0, 0, 1, 1, 1, 0, 1];
const table = makeTable([nominal("y", ["a", "b"], CODES)]);
const truth = trueClasses(CODES, ["a", "b"]);
const splits = foldSplits(Int32Array.of(0, 0, 1, 1, 2, 2, 3, 3));

/** Predicts the same class, or the truth except for the first test row. */
const always = (say: (truth: number, i: number) => number): Trial<undefined> => ({
  fit: () => undefined,
  predict: (_, test) => {
    const { codes } = columnOf(test, "y") as NominalColumn;
    const labels = codes.map(say);
    return { kind: "classification", labels, probabilities: new Float64Array(test.rows * 2), warnings: [] };
  },
  sizeOf: () => ({ leaves: 1 }),
  clock: () => 0,
});
const right = always((code) => code);
const saysA = always(() => 0);
const base = { truth, splits, seed: 1 } as const;

it("comparing learners on the same folds, with wins, ties and losses", async () => {
  const run = localRunner([saysA, right], table);
  const found = await compare(run, { ...base, names: ["a", "right"], tests: TESTS, against: 0 });
  // saysA: folds (a a), (a b), (b b), (a b) give 1, 1/2, 0, 1/2.
  expect(found.measure).toBe("accuracy");
  expect(found.entries[0]).toMatchObject({ name: "a", figures: [1, 0.5, 0, 0.5] });
  expect(found.entries[0].versus).toBeUndefined();
  const versus = found.entries[1].versus!;
  expect(versus).toMatchObject({ wins: 3, ties: 1, losses: 0, difference: 0.5 });
  // differences 0, 1/2, 1, 1/2: mean 1/2, s² = (1/4 + 0 + 1/4 + 0) / 3 = 1/6; t = 0.5 / √(1/24)
  expect(versus.tests.get("t")?.statistic).toBeCloseTo(0.5 * Math.sqrt(24), 12);
  // 1/4 + 2/6 = 7/12
  expect(versus.tests.get("corrected")?.statistic).toBeCloseTo(0.5 / Math.sqrt(7 / 12 / 6), 12);
  // only saysA is wrong, on 4 rows: 2 · (1/2)^4
  expect(versus.tests.get("mcnemar")?.p).toBeCloseTo(0.125, 12);
  // Stratified halves: always 1/2 better, without spread.
  expect(versus.tests.get("5x2cv")).toEqual({ statistic: Number.POSITIVE_INFINITY, p: 0 });
});

it("excludes a learner that cannot run, with the reason", async () => {
  const picky: Trial<undefined> = {
    ...right,
    fit: (train) => {
      if (train.rows > 6) return undefined;
      throw new CoppiceError("ROWS_INCOMPLETE", "too few rows", { name: "rows" });
    },
  };
  const run = localRunner([picky, right, saysA], table);
  const names = ["picky", "right", "a"];
  const found = await compare(run, { ...base, names, tests: ["t"], against: 0 });
  expect(found.entries.map(({ name, trial }) => `${name} ${trial}`)).toEqual(["right 1", "a 2"]);
  // The reference is the first of all learners, which failed: the first that ran is used.
  expect(found.against).toBe(0);
  expect(found.entries[1].versus).toMatchObject({ wins: 0, ties: 1, losses: 3 });
  const error = { code: "ROWS_INCOMPLETE", message: "fold 0: too few rows" };
  expect(found.failures).toMatchObject([{ name: "picky", trial: 0, error }]);
  const alone = localRunner([picky], table);
  const failed = compare(alone, { ...base, names: ["p"], tests: [], against: 0 });
  await expect(failed).rejects.toThrow("p: fold 0: too few rows");
  await expect(failed).rejects.toMatchObject({ code: "ROWS_INCOMPLETE", facts: { name: "rows" } });
});

it("comparing learners against the best, the first of equals", async () => {
  const run = localRunner([saysA, right, right], table);
  const names = ["a", "r1", "r2"];
  const found = await compare(run, { ...base, names, tests: ["t"], against: "best" });
  expect(found.against).toBe(1);
  expect(found.entries[2].versus).toMatchObject({ wins: 0, ties: 4, losses: 0 });
  expect(found.entries[2].versus?.tests.get("t")).toEqual({ statistic: 0, p: 1 });
  expect([...(found.entries[0].versus?.tests.keys() ?? [])]).toEqual(["t"]);
});

it("comparing learners for regression: lower is better, and McNemar is left out", async () => {
  const y = numeric("y", [0, 2, 4, 6]);
  const says = (value: number): Trial<undefined> => ({
    ...(right as unknown as Trial<undefined>),
    predict: (_, { rows }) => valued(...new Array<number>(rows).fill(value)),
  });
  const found = await compare(localRunner([says(3), says(9)], makeTable([y])), {
    ...{ names: ["three", "nine"], tests: TESTS, against: "best", seed: 1 },
    truth: trueValues(...y.values),
    splits: foldSplits(Int32Array.of(0, 0, 1, 1)),
  });
  expect(found.measure).toBe("rmse");
  expect(found.against).toBe(0);
  expect(found.entries[1].versus).toMatchObject({ wins: 0, losses: 2 });
  expect([...(found.entries[1].versus?.tests.keys() ?? [])]).toEqual(["5x2cv", "t", "corrected"]);
});

it("curves use Fibonacci numbers as sizes", () => {
  expect(leafCounts(12)).toEqual([1, 2, 3, 5, 8, 12]);
  expect(leafCounts(8)).toEqual([1, 2, 3, 5, 8]);
  expect(leafCounts(1)).toEqual([1]);
});

it("curves separate training and held-out rows", async () => {
  // Trial i gets the first i + 1 rows of whatever it predicts right.
  const trials = [0, 1].map((i) => always((code, row) => (row <= i ? code : 1 - code)));
  const curve = await sizeCurve(localRunner(trials, table), { truth, splits, leaves: [2, 3] });
  // Folds with 2 test and 6 training rows: 1/2 and 1/6, then 2/2 and 2/6.
  expect(curve.points.map(({ heldOut }) => heldOut.mean)).toEqual([0.5, 1]);
  const trained = curve.points.map(({ train }) => train.mean);
  expect(trained).toEqual([expect.closeTo(1 / 6), expect.closeTo(1 / 3)]);
  expect(curve).toMatchObject({ kind: "size", measure: "accuracy", best: 1 });
  expect(curve.points.map(({ x }) => x)).toEqual([2, 3]);
});

it("curves train on growing shares, the smaller within the larger", async () => {
  const seen: number[][] = [];
  const watching: Trial<undefined> = {
    ...right,
    fit: (train) => {
      seen.push([...(columnOf(train, "row") as NumericColumn).values]);
      return undefined;
    },
  };
  const rows = { type: "numeric", name: "row", values: Float64Array.from(CODES.keys()) } as const;
  const run = localRunner([watching], makeTable([...table.columns, rows]));
  const curve = await learningCurve(run, { truth, splits, shares: [0.5, 1], seed: 3 });
  expect(curve.points.map(({ x }) => x)).toEqual([3, 6]);
  for (let fold = 0; fold < 4; fold++) {
    const [half, whole] = [seen[fold], seen[fold + 4]];
    expect(half).toHaveLength(3);
    expect(whole).toEqual(expect.arrayContaining(half));
    expect(whole).not.toContain(splits[fold].test[0]);
  }
});
