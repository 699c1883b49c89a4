import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { branchOf } from "../../src/model/test.js";
import { isSplit, sizeOf, type TreeModel } from "../../src/model/tree.js";
import { columnOf, type Table } from "../../src/table/table.js";
import { fitTree } from "../fitTree.js";
import { isDeep } from "../kit/length.js";
import {
  answersOf,
  describeShared,
  expectedOf,
  setsWith,
  sharedParts,
  sharedSet,
  truthOf,
} from "../shared.js";
import { entropyOf } from "./compare.js";

interface WekaFile {
  readonly trainPred?: readonly number[];
  /** -1 or null where Weka leaves the row unclassified. */
  readonly cvPred?: readonly (number | null)[];
  readonly measureTreeSize: number;
  readonly measureNumLeaves: number;
  readonly trainAccuracy: number;
}

const agreement = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).filter((label, row) => label === b[row]).length / a.length;

describeShared("c45 against Weka's J48", () => {
  const unpruned = setsWith("weka-J48-unpruned");
  it("is compared on the sets that the issue names", () =>
    expect(unpruned.length).toBeGreaterThanOrEqual(24));

  const pruned = ["weka-J48", "weka-J48-noraise"].flatMap((file) =>
    setsWith(file).map((name) => [name, file]),
  );
  it.each(pruned)("%s: as many leaves and nodes as %s", async (name, file) => {
    const { measureTreeSize: nodes, measureNumLeaves: leaves } = expectedOf<WekaFile>(name, file)!;
    const { table, target } = await sharedSet(name);
    const options = { raising: file === "weka-J48" };
    expect(sizeOf(fitTree(table, { target, learner: "c45", options }))).toMatchObject({ nodes, leaves });
  });

  // Thresholds on data values, as J48 places them; the midpoint is c45's default and differs on unseen rows only.
  it.each(unpruned)("%s: the size and training predictions of -U -M 2", async (name) => {
    const reference = expectedOf<WekaFile>(name, "weka-J48-unpruned")!;
    const { table, target } = await sharedSet(name);
    for (const threshold of ["value", "midpoint"]) {
      const model = fitTable(table, { target, learner: "c45", options: { threshold, prune: "none" } });
      const labels = answersOf(model, table);
      expect(model.nodes.length).toBe(reference.measureTreeSize);
      if (reference.trainPred) expect(agreement(labels, reference.trainPred)).toBe(1);
      expect(agreement(labels, truthOf({ name, table, target }))).toBeCloseTo(reference.trainAccuracy, 12);
    }
  });
});

/** Whether two attributes have equal gain at some node on this row's path: Weka breaks such ties by rounding errors. */
function meetsTie(
  { nodes, attributes }: TreeModel,
  table: Table,
  row: number,
  training: Table,
  target: string,
) {
  const codes = (of: Table, name: string) => (columnOf(of, name) as { codes: Int32Array }).codes;
  const bits = entropyOf(codes(training, target));
  /** What is left with one branch per level, computed independently. */
  const left = (rows: readonly number[], name: string) => {
    const levels = codes(training, name);
    const parts = [...new Set(rows.map((i) => levels[i]))].map((one) =>
      rows.filter((i) => levels[i] === one),
    );
    return parts.reduce((sum, part) => sum + bits(part), 0) / rows.length;
  };
  let rows = Array.from({ length: training.rows }, (_, i) => i);
  for (let node = nodes[0]; isSplit(node); ) {
    const [least, next] = attributes.map(({ name }) => left(rows, name)).sort((a, b) => a - b);
    if (next - least < 1e-9) return true;
    const { test, branches } = node;
    const { name } = attributes[test.attribute];
    const branch = branchOf(test, codes(table, name)[row]);
    rows = rows.filter((i) => branchOf(test, codes(training, name)[i]) === branch);
    node = nodes[branches[branch]];
  }
  return false;
}

describeShared("id3 against Weka's Id3", () => {
  const sets = setsWith("weka-Id3").filter((name) => expectedOf<WekaFile>(name, "weka-Id3")?.trainPred);

  it.each(sets)("%s: the same training predictions", async (name) => {
    const { trainPred } = expectedOf<WekaFile>(name, "weka-Id3")!;
    const { table, target } = await sharedSet(name);
    expect(agreement(answersOf(fitTable(table, { target, learner: "id3" }), table), trainPred!)).toBe(1);
  });

  // Of splice it takes a quarter of a minute.
  it.each(sets.filter((name) => isDeep || name !== "splice"))(
    "%s: the same predictions on the fold rows that Weka classifies, but for ties",
    async (name) => {
      const { cvPred } = expectedOf<WekaFile>(name, "weka-Id3")!;
      const set = await sharedSet(name);
      let differ = 0;
      for (const { rows, training, held } of sharedParts(set)) {
        const model = fitTable(training, { target: set.target, learner: "id3" });
        const labels = answersOf(model, held);
        rows.forEach((row, i) => {
          const theirs = cvPred![row];
          if (theirs === null || theirs < 0 || theirs === labels[i]) return;
          differ++;
          const isTied = meetsTie(model, set.table, row, training, set.target);
          expect(isTied, `row ${row} differs without a tie`).toBe(true);
        });
      }
      expect(differ / set.table.rows).toBeLessThan(0.003);
    },
  );
});
