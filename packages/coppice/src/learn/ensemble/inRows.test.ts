import { expect, it } from "vitest";
import { mixedTable } from "../../../test/mixedTable.js";
import { prepare, unweighted } from "../../engine/problem.js";
import { type TreeOptions, treeDefaults } from "../treeOptions.js";
import { codedForestRules } from "./codedForestRules.js";
import { extraTreesRules } from "./extraTreesRules.js";
import { inRows } from "./inRows.js";
import type { Sampling } from "./members.js";

const options = { ...treeDefaults, minLeaf: "5%", minSplit: 0.2 } as TreeOptions;
const table = mixedTable({ rows: 80, seed: 6, target: "classes", weights: "fractional" });
const weighted = prepare(table, { target: "y", weight: "weight" });
const plain = unweighted(weighted);
const limits = (problem: typeof plain, sampling: Sampling) => {
  const { minLeaf, minSplit } = inRows(options, problem, sampling);
  return [minLeaf, minSplit];
};

it("shares of rows are shares of what a tree sees on average", () => {
  // 5% and a fifth of 80 rows, and of 40.
  expect(limits(plain, { bootstrap: false })).toEqual([4, 16]);
  expect(limits(plain, { bootstrap: true })).toEqual([4, 16]);
  expect(limits(plain, { bootstrap: true, sampleShare: 0.5 })).toEqual([2, 8]);
  expect(limits(plain, { bootstrap: false, sampleShare: 0.5 })).toEqual([2, 8]);
  const { totalWeight } = weighted;
  expect(limits(weighted, { bootstrap: false })).toEqual([0.05 * totalWeight, 0.2 * totalWeight]);
  // Draws by weight count 1.
  expect(limits(weighted, { bootstrap: true })).toEqual([4, 16]);
});

it("shares of rows are known to the kernels as numbers of rows only", () => {
  const known = { minLeaf: 4, minSplit: 16 };
  const sampling = { bootstrap: true };
  expect(codedForestRules(inRows(options, plain, sampling), plain)).toMatchObject(known);
  expect(codedForestRules(options, plain)).toBeUndefined();
  const drawn = { ...options, numeric: "random", nominal: "random" } as TreeOptions;
  expect(extraTreesRules(inRows(drawn, plain, sampling), plain)).toMatchObject(known);
  expect(extraTreesRules(drawn, plain)).toBeUndefined();
});
