import { expect, it } from "vitest";
import { fit } from "../../src/learn/fit.js";
import { columnOf, type Table } from "../../src/table/table.js";
import { describeShared, expectedOf, sharedSet } from "../shared.js";
import { compareTrees, giniOf, type RivalNode, squaresOf } from "./compare.js";

interface RpartFile {
  readonly frame: readonly { readonly node: number; readonly var: string }[];
  readonly splits: readonly { node: number; role: string; var: string; ncat: number; index: number }[];
  readonly csplit?: readonly (readonly number[])[];
  readonly xlevels?: Record<string, readonly string[]>;
}

/** Sets with rpart's full trees, without missing cells and without contradictory rows (or with a numeric target). */
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

function rivalTree({ frame, splits, csplit, xlevels }: RpartFile, table: Table): RivalNode {
  const primary = new Map(splits.filter((s) => s.role === "primary").map((s) => [s.node, s]));
  const goesLeft = (node: number) => {
    const split = primary.get(node)!;
    const column = columnOf(table, split.var);
    if (column.type === "numeric") {
      // ncat -1: below the index goes left; 1: below goes right.
      return (row: number) => column.values[row] < split.index === split.ncat < 0;
    }
    const levels = xlevels![split.var];
    const left = new Set(levels.filter((_, i) => csplit![split.index - 1][i] === 1));
    return (row: number) => left.has(column.levels[column.codes[row]]);
  };
  const leaves = new Set(frame.filter((f) => f.var === "<leaf>").map((f) => f.node));
  const make = (node: number): RivalNode =>
    leaves.has(node)
      ? { words: "leaf" }
      : {
          left: make(2 * node),
          right: make(2 * node + 1),
          goesLeft: goesLeft(node),
          words: `rpart node ${node} on ${primary.get(node)!.var}`,
        };
  return make(1);
}

describeShared("cart against rpart, grown full", () => {
  it.each(COMPLETE)("%s: the same splits, up to ties", async (name) => {
    const reference = expectedOf<RpartFile>(name, "rpart-full")!;
    const { table, target } = await sharedSet(name);
    const column = columnOf(table, target);
    // rpart's greatest depth is 30, and it does not split where nothing is gained.
    const options = { maxDepth: 30, zeroGain: false };
    const model = fit(table, { target, learner: "cart", options });
    const impurity = column.type === "numeric" ? squaresOf(column.values) : giniOf(column.codes);
    const found = compareTrees(model, table, rivalTree(reference, table), impurity);
    expect(found.faults).toEqual([]);
    expect(found.same).toBeGreaterThan(0);
  });
});
