import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { type ClassPrediction, predictTable, type ValuePrediction } from "../../src/predict/predictTable.js";
import { columnOf, selectRows } from "../../src/table/table.js";
import { describeShared, expectedOf, sharedFolds, sharedSet } from "../shared.js";

/** Sum of the loss over the given folds, as every reference system was judged. */
async function overFolds(
  name: string,
  learner: string,
  options: Readonly<Record<string, unknown>>,
  loss: (truth: number, prediction: ValuePrediction | ClassPrediction, row: number) => number,
  seed = 1,
): Promise<number> {
  const { table, target } = await sharedSet(name);
  const folds = sharedFolds(name);
  const column = columnOf(table, target);
  const truth = column.type === "numeric" ? column.values : column.codes;
  let sum = 0;
  for (let fold = 0; fold < 10; fold++) {
    const rows = [...folds.keys()];
    const out = rows.filter((row) => folds[row] === fold);
    const model = fitTable(selectRows(table, Int32Array.from(rows.filter((row) => folds[row] !== fold))), {
      ...{ target, learner, options, seed },
    });
    const prediction = predictTable(model, selectRows(table, Int32Array.from(out)));
    out.forEach((row, i) => {
      sum += loss(truth[row], prediction, i);
    });
  }
  return sum / table.rows;
}

const squared = (truth: number, prediction: ValuePrediction | ClassPrediction, row: number) =>
  prediction.kind === "regression" ? (truth - prediction.values[row]) ** 2 : 0;
const correct = (truth: number, prediction: ValuePrediction | ClassPrediction, row: number) =>
  prediction.kind === "classification" && prediction.labels[row] === truth ? 1 : 0;

describeShared("formulas in leaves, by the given folds", () => {
  it.each([
    [{}, 1],
    [{ members: 10, splitOn: "target" }, 0.98],
    [{ members: 10, splitOn: "target", neighbours: 10 }, 0.96],
  ])(
    "modelTree %j errs at most %f times as much as M5P on small tables",
    async (options, most) => {
      const names = ["car-test-frame", "cu-summary", "cpu", "servo"];
      // The draws of a committee of ten differ much on tables so small.
      const seeds = "members" in options ? [1, 2, 3] : [1];
      let logs = 0;
      for (const name of names) {
        const { cv } = expectedOf<{ cv: { rmse: number } }>(name, "weka-M5P")!;
        for (const seed of seeds) {
          const error = Math.sqrt(await overFolds(name, "modelTree", options, squared, seed));
          logs += Math.log(error / cv.rmse) / seeds.length;
        }
      }
      expect(Math.exp(logs / names.length)).toBeLessThanOrEqual(most);
    },
    120_000,
  );

  it("logisticLeaves classifies more rows correctly than Weka's LMT on two tables with slanted boundaries", async () => {
    // Weka 3.9.6 LMT: 89.3% and 95.3%.
    expect(await overFolds("balance-scale", "logisticLeaves", {}, correct)).toBeGreaterThan(0.893);
    expect(await overFolds("iris", "logisticLeaves", {}, correct)).toBeGreaterThan(0.953);
  }, 120_000);
});
