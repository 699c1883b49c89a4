import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, itHolds } from "../../../test/kit/forAll.js";
import { type CodedRow, codedRows, codedRowsOf, rankTallyOf } from "../../../test/tallies.js";
import type { RankWeights, Summary } from "../../engine/port.js";
import { criteria } from "./index.js";
import { deviationOf, medianOf, medianScorer } from "./medianScorer.js";
import { scorerFor } from "./scorerFor.js";

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

/** The least Σ weight·|y - c| over all c: some y is a median. */
function deviation(rows: readonly CodedRow[]): number {
  if (rows.length === 0) return 0;
  return Math.min(...rows.map(({ y: c }) => sum(rows.map(({ weight, y }) => weight * Math.abs(y - c)))));
}

const whole = codedRows(6, fc.integer({ min: 1, max: 3 }));
const fractional = codedRows(6, fc.constantFrom(0.1, 1 / 3, 0.25, 2.5));
const rowLists = fc.oneof(whole, fractional);
const codesOf = (rows: readonly CodedRow[]) =>
  [...new Set(rows.map((row) => row.code))].sort((a, b) => a - b);

itHolds("gives absolute errors around the median", 100, [rowLists, fc.boolean()], (rows, backwards) => {
  const { tally, target } = rankTallyOf(rows);
  const codes = codesOf(rows);
  const order = backwards ? [...codes.keys()].reverse() : undefined;
  const { gain, leftWeight, known, length } = medianScorer(target).curve(tally, order);
  expect(length).toBe(codes.length - 1);
  expect(known).toBeCloseTo(sum(rows.map((row) => row.weight)), 9);
  for (let i = 0; i < length; i++) {
    const gone = new Set((order ?? [...codes.keys()]).slice(0, i + 1).map((c) => codes[c]));
    const [left, right] = [true, false].map((is) => rows.filter(({ code }) => gone.has(code) === is));
    expect(leftWeight[i]).toBeCloseTo(sum(left.map((row) => row.weight)), 9);
    expect(gain[i]).toBeCloseTo(deviation(rows) - deviation(left) - deviation(right), 8);
  }
});

it("gives the drop of any division in groups, and of any in two", () => {
  forAll(100, [rowLists, fc.array(fc.nat({ max: 2 }), { minLength: 6, maxLength: 6 })], (rows, sides) => {
    const { tally, target } = rankTallyOf(rows);
    const scorer = medianScorer(target);
    const codes = codesOf(rows);
    const groups = codes.map((code) => sides[code]);
    const part = (...wanted: number[]) => rows.filter((row) => wanted.includes(sides[row.code]));
    const parts = [0, 1, 2].map((g) => deviation(part(g)));
    expect(scorer.multiway(tally, groups, 3)).toBeCloseTo(deviation(rows) - sum(parts), 8);
    const pair = scorer.pairs(tally)(groups.flatMap((g, c) => (g === 0 ? [c] : [])));
    expect(pair.gain).toBeCloseTo(deviation(rows) - deviation(part(0)) - deviation(part(1, 2)), 8);
    expect(pair.leftWeight).toBeCloseTo(sum(part(0).map((row) => row.weight)), 9);
    expect(pair.rightWeight).toBeCloseTo(sum(part(1, 2).map((row) => row.weight)), 9);
  });
});

it("leaves missing cells out: their pairs come after the last code's", () => {
  const { tally, target } = rankTallyOf(codedRowsOf("0 1 1; 1 5 1; 2 100 1"));
  // The third code's row stands for one with a missing value.
  const without = {
    ...tally,
    codes: tally.codes.subarray(0, 2),
    pairs: { ...tally.pairs!, starts: tally.pairs!.starts.subarray(0, 3) },
  };
  const { gain, known } = medianScorer(target).curve(without);
  expect(known).toBe(2);
  expect(gain[0]).toBe(4); // |1 - 5|
});

it("keys are the medians of the cells, weights those of the cells", () => {
  const { tally, target } = rankTallyOf(codedRowsOf("0 1 1; 0 9 3; 1 2 1; 1 4 1"));
  expect(Array.from(medianScorer(target).keys(tally, 0))).toEqual([9, 3]); // 3 of 4; midway of 2 and 4
  expect(Array.from(medianScorer(target).weights(tally))).toEqual([4, 2]);
});

itHolds("judges a node by its absolute deviation", 100, [rowLists], (rows) => {
  const { tally, target } = rankTallyOf(rows.map((row) => ({ ...row, code: 0 })));
  const summary = { ranks: tally.pairs } as unknown as Summary;
  expect(medianScorer(target).nodeImpurity(summary)).toBeCloseTo(deviation(rows), 8);
});

it("is for numeric targets, and only absoluteError needs it", () => {
  expect(() => medianScorer({ kind: "classes", classes: 2 })).toThrow(
    "absolute error needs a numeric target",
  );
  expect(() => scorerFor(criteria.absoluteError, { kind: "classes", classes: 2 })).toThrow();
  expect(() => scorerFor(criteria.gini, { kind: "classes", classes: 2 })).not.toThrow();
});

describe("medianOf and deviationOf", () => {
  const units = Float64Array.of(-3, 0, 10);
  const of = (...weights: number[]): RankWeights => ({
    ranks: Int32Array.from(weights.keys()),
    weights: Float64Array.from(weights),
  });

  it.each<[number[], number, number]>([
    [[1], -3, 0],
    [[1, 1], -1.5, 3], // midway; 1.5 + 1.5
    [[1, 1, 1], 0, 13], // 3 + 0 + 10
    [[1, 1, 2], 5, 23], // half of 4 is reached after 0: midway of 0 and 10; 8 + 5 + 2·5
    [[0.5, 0.25, 1], 10, 9], // half of 1.75 is 0.875; 0.5·13 + 0.25·10
  ])("weights %j: median %d, deviation %d", (weights, median, total) => {
    expect(medianOf(of(...weights), units)).toBe(median);
    expect(deviationOf(of(...weights), units)).toBe(total);
  });

  it("of nothing is 0", () => {
    expect(medianOf(of(), units)).toBe(0);
    expect(deviationOf(of(), units)).toBe(0);
  });
});
