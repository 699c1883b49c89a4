import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { predictTable } from "../../src/predict/predictTable.js";
import { columnOf, selectRows, type Table } from "../../src/table/table.js";
import { describeShared, sharedFolds, sharedSet } from "../shared.js";

const SEEDS = [1, 2, 3, 4, 5];
/**
 * By the given folds, the mean over five seeds: percent correct, or the root mean squared error. The peer
 * (`soft` in ../shared/expected/beyond.json) has 98.3, 97.9, 99.6, 91.4; 0.515, 2.854, 88.5.
 */
const AT_LEAST = [
  ["wine", 97.8],
  ["wdbc", 97.5],
  ["banknote", 99.5],
  ["balance-scale", 91],
] as const;
const AT_MOST = [
  ["servo", 0.52],
  ["auto-mpg", 2.85],
  ["cpu", 60],
] as const;

/** The error of one row: 1 where its class is wrong, or the squared error. */
function errorsOf(train: Table, test: Table, target: string, seed: number): number[] {
  const found = predictTable(fitTable(train, { target, learner: "softTree", seed }), test);
  const truth = columnOf(test, target);
  return Array.from({ length: test.rows }, (_, row) =>
    found.kind === "classification"
      ? Number(found.labels[row] !== (truth as { codes: Int32Array }).codes[row])
      : (found.values[row] - (truth as { values: Float64Array }).values[row]) ** 2,
  );
}

/** The mean error over the rows of all folds, for each seed. */
async function meanErrors(name: string): Promise<number[]> {
  const { table, target } = await sharedSet(name);
  const folds = sharedFolds(name);
  const rowsOf = (fold: number, isTest: boolean) =>
    selectRows(
      table,
      Array.from(folds.keys()).filter((row) => (folds[row] === fold) === isTest),
    );
  return SEEDS.map((seed) => {
    const errors = [...new Set(folds)].flatMap((fold) =>
      errorsOf(rowsOf(fold, false), rowsOf(fold, true), target, seed),
    );
    return errors.reduce((sum, error) => sum + error, 0) / errors.length;
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describeShared("soft trees", () => {
  it.each(AT_LEAST)(
    "classify %s correctly in at least %f percent of rows",
    { timeout: 120_000 },
    async (name, least) => {
      expect(100 * (1 - mean(await meanErrors(name)))).toBeGreaterThanOrEqual(least);
    },
  );

  it.each(AT_MOST)(
    "predict %s with a root mean squared error of at most %f",
    { timeout: 120_000 },
    async (name, most) => {
      expect(mean((await meanErrors(name)).map(Math.sqrt))).toBeLessThanOrEqual(most);
    },
  );
});
