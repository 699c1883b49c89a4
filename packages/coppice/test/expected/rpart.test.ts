import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { columnOf } from "../../src/table/table.js";
import { describeShared, expectedOf, sharedSet } from "../shared.js";
import { compareTrees, giniOf, squaresOf } from "./compare.js";
import { type RpartFile, rpartTree } from "./rpartTree.js";

/** Sets with rpart's full trees, without missing values and without contradictory rows (or with a numeric target). */
const COMPLETE = [
  "weather-nominal",
  "contact-lenses",
  "kyphosis",
  "zoo",
  "promoters",
  "iris",
  "wine",
  "glass",
  "wdbc",
  "pima-diabetes",
  "tic-tac-toe",
  "car",
  "kr-vs-kp",
  "nursery",
  "cpu",
  "servo",
  "solder",
  "airfoil",
  "winequality-red",
  "abalone",
];

describeShared("cart against rpart, grown full", () => {
  it.each(COMPLETE)("%s: the same splits, up to ties", async (name) => {
    const reference = expectedOf<RpartFile>(name, "rpart-full")!;
    const { table, target } = await sharedSet(name);
    const column = columnOf(table, target);
    // rpart's maximum depth is 30, and it does not split without gain.
    const options = { maxDepth: 30, zeroGain: false, prune: "none" };
    const model = fitTable(table, { target, learner: "cart", options });
    const impurity = column.type === "numeric" ? squaresOf(column.values) : giniOf(column.codes);
    const found = compareTrees(model, table, rpartTree(reference, table), impurity);
    expect(found.faults).toEqual([]);
    expect(found.same).toBeGreaterThan(0);
  });
});
