import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { predictTable } from "../../src/predict/predictTable.js";
import { columnOf, selectRows } from "../../src/table/table.js";
import { CLASS_SETS, describeShared, expectedOf, sharedFolds, sharedSet } from "../shared.js";

interface PartFile {
  readonly cvPred: readonly number[];
}

/** The large ones take most of a minute; all 24 together: 85.3% against 84.8%. */
const LARGE: ReadonlySet<string> = new Set([
  "splice",
  "kr-vs-kp",
  "hypothyroid",
  "mushroom",
  "nursery",
  "wdbc",
  "horse-colic",
]);

async function crossValidated(name: string): Promise<{ mine: number; part: number }> {
  const { table, target } = await sharedSet(name);
  const column = columnOf(table, target);
  const { cvPred } = expectedOf<PartFile>(name, "weka-PART")!;
  if (column.type === "numeric") throw new Error("a class set");
  const folds = sharedFolds(name);
  const rows = [...folds.keys()];
  let right = 0;
  for (let fold = 0; fold < 10; fold++) {
    const held = rows.filter((row) => folds[row] === fold);
    const training = selectRows(
      table,
      rows.filter((row) => folds[row] !== fold),
    );
    const answer = predictTable(fitTable(training, { target, learner: "c45rules" }), selectRows(table, held));
    if (answer.kind !== "classification") throw new Error("classes");
    right += held.filter((row, i) => answer.labels[i] === column.codes[row]).length;
  }
  return {
    mine: right / table.rows,
    part: cvPred.filter((label, row) => label === column.codes[row]).length / table.rows,
  };
}

describeShared("c45rules against Weka's PART", () => {
  it("is at most half a point less accurate on average over the same folds", async () => {
    const names = CLASS_SETS.filter((name) => !LARGE.has(name));
    let difference = 0;
    for (const name of names) {
      const { mine, part } = await crossValidated(name);
      difference += (mine - part) / names.length;
    }
    expect(difference).toBeGreaterThan(-0.005);
  });
});
