import { expect, it } from "vitest";
import { branchContext, classCells, numericFacts } from "../../../test/kit/branchContext.js";
import { forAll, matrix } from "../../../test/kit/index.js";
import { tallyOf } from "../../../test/tallies.js";
import { denseScorer } from "../criterion/denseScorer.js";
import { criteria } from "../criterion/index.js";
import { oneHot } from "./oneHot.js";
import { perLevel } from "./perLevel.js";
import { threshold } from "./threshold.js";

const scorer = denseScorer(criteria.entropy, 2);
const context = (codes: number, minLeaf = 0) =>
  branchContext({ facts: { kind: "nominal", codes }, scorer, minLeaf });
const counts = (text: string, codes?: number[]) => tallyOf(matrix(text), codes && { codes });

it("oneHot is the best threshold over 0/1 columns, one a level", () => {
  const cut = threshold({
    ...{ placement: "midpoint", candidates: "all", minGap: 0, adaptiveMinLeaf: false, classes: 2 },
  });
  forAll(100, [classCells(2, { most: 5, maxLength: 6 })], (cells) => {
    const columns = cells.map((own, c) => {
      const others = cells.filter((_, other) => other !== c);
      const rest = [0, 1].map((k) => others.reduce((sum, counts) => sum + counts[k], 0));
      // The column is 0 for the other levels and 1 for this one.
      return cut(tallyOf([rest, own]), branchContext({ facts: numericFacts([0, 1]), scorer }))!;
    });
    const best = Math.max(...columns.map(({ gain }) => gain));
    const first = columns.findIndex(({ gain }) => gain >= best - 1e-9);
    const found = oneHot(tallyOf(cells), context(cells.length))!;
    expect(found.gain).toBeCloseTo(best, 9);
    expect(found.test).toMatchObject({ left: [first] });
    expect(found.weights).toEqual(columns[first].weights.toReversed());
  });
});

it("oneHot puts all other levels on the right, those that do not occur too", () => {
  expect(oneHot(counts("2 0; 0 2", [1, 3]), context(5))?.test).toEqual({
    kind: "subset",
    attribute: 0,
    left: [1],
    right: [0, 2, 3, 4],
  });
});

it("oneHot keeps minLeaf on both sides, and needs two levels", () => {
  expect(oneHot(counts("2 0; 0 1; 1 1"), context(3, 2))?.test).toMatchObject({ left: [0] });
  expect(oneHot(counts("2 0; 0 1"), context(2, 2))).toBeUndefined();
  expect(oneHot(counts("2 1"), context(2))).toBeUndefined();
});

it("perLevel has a branch for every declared level, with the weight of each", () => {
  expect(perLevel(counts("4 0; 0 4", [0, 2]), context(4))).toEqual({
    test: { kind: "levels", attribute: 0 },
    gain: 8, // 8 rows · 1 bit, all of it gained
    weights: [4, 0, 4, 0],
    compared: 1,
  });
});

it("perLevel needs two levels with the minimum weight", () => {
  const tally = counts("3 1; 0 1; 2 2");
  expect(perLevel(tally, context(3, 4))?.weights).toEqual([4, 1, 4]);
  expect(perLevel(tally, context(3, 5))).toBeUndefined();
  expect(perLevel(counts("3 1; 0 1"), context(3, 2))).toBeUndefined();
  expect(perLevel(counts("3 1"), context(3))).toBeUndefined();
});
