import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, mixedTable, numeric } from "../../../test/kit/index.js";
import { prepare, unweighted } from "../../engine/problem.js";
import { makeTable } from "../../table/table.js";
import { type TreeOptions, treeDefaults } from "../treeOptions.js";
import { codedForestRules } from "./codedForestRules.js";
import { extraTreesRules } from "./extraTreesRules.js";
import { inRows } from "./inRows.js";
import { membersOf, type Sampling, samplerOf } from "./members.js";

const problemOf = (weights: readonly number[]) => {
  const rows = [...weights.keys()];
  const table = makeTable([numeric("x", rows), numeric("y", rows), numeric("w", weights)]);
  return prepare(table, { target: "y", weight: "w", attributes: ["x"] });
};

it("the rows of members are drawn in proportion to weights, on average as many as there are", () => {
  const weights = [1, 2, 3, 10, 0.5, 3.5];
  const sampler = samplerOf(problemOf(weights), { bootstrap: true })!;
  const sums = weights.map(() => 0);
  for (let seed = 0; seed < 4000; seed++) {
    const counts = sampler(seed);
    for (let row = 0; row < counts.length; row++) sums[row] += counts[row];
  }
  // 6 draws of weights that add up to 20: a weight of 10 is drawn 3 times on average.
  weights.forEach((weight, row) => {
    const mean = (weight / 20) * 6;
    expect(Math.abs(sums[row] / 4000 - mean)).toBeLessThan(5 * Math.sqrt(mean / 4000));
  });
});

it("seed and number alone give the rows", () => {
  forAll(20, [fc.nat(), fc.integer({ min: 0, max: 5 })], (seed, from) => {
    const problem = problemOf([1, 1, 1, 1, 1]);
    const some = membersOf(problem, { bootstrap: false, sampleShare: 0.5 }, seed, from, 8);
    const all = membersOf(problem, { bootstrap: false, sampleShare: 0.5 }, seed, 0, 8);
    expect(some.map(({ counts }) => counts)).toEqual(all.slice(from).map(({ counts }) => counts));
  });
});

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
