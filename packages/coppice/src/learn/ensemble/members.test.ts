import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { prepare } from "../../engine/problem.js";
import { makeTable } from "../../table/table.js";
import { numeric } from "../../testing/index.js";
import { membersOf, samplerOf } from "./members.js";

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

it("the rows of members depend on the seed and the member's number alone", () => {
  forAll(20, [fc.nat(), fc.integer({ min: 0, max: 5 })], (seed, from) => {
    const problem = problemOf([1, 1, 1, 1, 1]);
    const some = membersOf(problem, { bootstrap: false, sampleShare: 0.5 }, seed, from, 8);
    const all = membersOf(problem, { bootstrap: false, sampleShare: 0.5 }, seed, 0, 8);
    expect(some.map(({ counts }) => counts)).toEqual(all.slice(from).map(({ counts }) => counts));
  });
});
