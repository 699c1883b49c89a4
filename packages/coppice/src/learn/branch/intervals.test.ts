import fc from "fast-check";
import { expect, it } from "vitest";
import { branchContext, numericFacts } from "../../../test/kit/branchContext.js";
import { forAll, matrix } from "../../../test/kit/index.js";
import { tallyOf } from "../../../test/tallies.js";
import { denseScorer } from "../criterion/denseScorer.js";
import { criteria } from "../criterion/index.js";
import { equalFrequencyEdges, equalWidthEdges, intervals } from "./intervals.js";

const numeric = (...values: number[]) => numericFacts(values);
const byFrequency = (values: number[], weights: number[], bins: number) =>
  equalFrequencyEdges(numeric(...values), tallyOf(weights.map((w) => [w])), Float64Array.from(weights), bins);

it("equalWidthEdges cuts the range evenly", () => {
  expect(equalWidthEdges(numeric(0, 3, 10), 5)).toEqual([2, 4, 6, 8]);
  expect(equalWidthEdges(numeric(-1, 1), 2)).toEqual([0]);
});

it("equalWidthEdges does not overflow, and has no edge for one value", () => {
  const { MAX_VALUE } = Number;
  expect(equalWidthEdges(numeric(-MAX_VALUE, MAX_VALUE), 2)).toEqual([0]);
  expect(equalWidthEdges(numeric(7), 5)).toEqual([]);
  expect(equalWidthEdges(numeric(1, 1 + Number.EPSILON), 4)).toEqual([1]); // nothing else lies between
});

it("cuts where another share of the weight is full, midway between values", () => {
  expect(byFrequency([1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 1, 1], 3)).toEqual([2.5, 4.5]);
  expect(byFrequency([1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 1, 1], 2)).toEqual([3.5]);
});

it("goes by weight: a heavy value fills bins alone", () => {
  // 10 of 13 at value 2: after it 11/13 of 3 bins is 2.5, so bins 1 and 2 end there.
  expect(byFrequency([1, 2, 3, 4], [1, 10, 1, 1], 3)).toEqual([2.5]);
});

it("is not moved by rounding: a third of three rows is one row", () => {
  expect(byFrequency([1, 2, 3], [0.1, 0.1, 0.1], 3)).toEqual([1.5, 2.5]);
});

it("falls back to the lower of two doubles with none between", () => {
  const [low, high] = [1 + Number.EPSILON, 1 + 2 * Number.EPSILON];
  expect(byFrequency([low, high], [1, 1], 2)).toEqual([low]);
});

const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const valueLists = fc
  .uniqueArray(double, { minLength: 1, maxLength: 30, comparator: (a, b) => a === b })
  .map((values) => values.toSorted((a, b) => a - b));

it("edges of either kind ascend, at most bins - 1 of them, with values on both sides", () => {
  forAll(100, [valueLists, fc.integer({ min: 2, max: 8 })], (values, bins) => {
    const weights = values.map((_, i) => 1 + (i % 3));
    for (const edges of [equalWidthEdges(numeric(...values), bins), byFrequency(values, weights, bins)]) {
      expect(edges.length).toBeLessThan(bins);
      for (let i = 1; i < edges.length; i++) expect(edges[i]).toBeGreaterThan(edges[i - 1]);
      for (const edge of edges) expect(values[0] <= edge && edge < values[values.length - 1]).toBe(true);
    }
  });
});

const scorer = denseScorer(criteria.entropy, 2);
const context = (minLeaf: number) =>
  branchContext({ facts: numeric(1, 2, 3, 4), scorer, minLeaf, tolerance: 0 });
const tally = tallyOf(matrix("2 0; 2 0; 0 2; 0 2"));

it("intervals has a branch for each interval, empty ones too", () => {
  const found = intervals([0.5, 2, 3])(tally, context(1));
  expect(found).toEqual({
    test: { kind: "intervals", attribute: 0, edges: [0.5, 2, 3] },
    gain: 8, // 8 rows · 1 bit
    weights: [0, 4, 2, 2],
    compared: 1,
  });
});

it("intervals needs two intervals with the minimum weight", () => {
  expect(intervals([2])(tally, context(4))?.weights).toEqual([4, 4]);
  expect(intervals([1])(tally, context(3))).toBeUndefined(); // 2 and 6
  expect(intervals([])(tally, context(1))).toBeUndefined();
  expect(intervals([9])(tally, context(1))).toBeUndefined();
});
