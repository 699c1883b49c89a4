import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { sizeOf, type TreeModel } from "../../src/model/tree.js";
import { predictTable } from "../../src/predict/predictTable.js";
import { columnOf, selectRows } from "../../src/table/table.js";
import { describeShared, sharedFolds, sharedSet } from "../shared.js";

/** Percent correct over the given folds, and the mean number of leaves. `npm run accuracy` has all sets and learners. */
async function overFolds(name: string, learner: string): Promise<{ correct: number; leaves: number }> {
  const { table, target } = await sharedSet(name);
  const folds = sharedFolds(name);
  const truth = columnOf(table, target);
  if (truth.type === "numeric") throw new Error("no classes");
  const rows = [...folds.keys()];
  let [correct, leaves] = [0, 0];
  for (let fold = 0; fold < 10; fold++) {
    const out = rows.filter((row) => folds[row] === fold);
    const stay = rows.filter((row) => folds[row] !== fold);
    const model = fitTable(selectRows(table, Int32Array.from(stay)), { target, learner }) as TreeModel;
    const found = predictTable(model, selectRows(table, Int32Array.from(out)));
    if (found.kind !== "classification") throw new Error("no classes");
    correct += out.filter((row, i) => found.labels[i] === truth.codes[row]).length;
    leaves += sizeOf(model).leaves / 10;
  }
  return { correct: (100 * correct) / table.rows, leaves };
}

describeShared("nodes of several attributes, by the given folds", () => {
  // A single logistic regression has 96.0% and 98.3%, scikit-learn's CART 97.3% and 91.0%, STree 95.3% and 94.9%.
  it.each([
    ["iris", 95.3],
    ["wine", 96],
  ])(
    "linearTree on %s: at least %f percent, with no more than four leaves",
    async (name, least) => {
      const { correct, leaves } = await overFolds(name, "linearTree");
      expect(correct).toBeGreaterThanOrEqual(least);
      expect(leaves).toBeLessThanOrEqual(4);
    },
    120_000,
  );

  it("quadraticTree on balance-scale: what no linear function reaches (86.6%, STree with a curved kernel 90.7%)", async () => {
    const { correct } = await overFolds("balance-scale", "quadraticTree");
    expect(correct).toBeGreaterThanOrEqual(95);
  }, 120_000);
});
