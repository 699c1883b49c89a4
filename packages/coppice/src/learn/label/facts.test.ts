import { expect, it } from "vitest";
import type { Summary, TargetFacts } from "../../engine/port.js";
import { classFacts, isClassFacts, meanFacts, medianFacts, plurality } from "./facts.js";

const target: Extract<TargetFacts, { kind: "values" }> = {
  ...{ kind: "values", center: 200, denominator: 10 },
  units: Float64Array.of(-5, 0, 7), // 19.5, 20 and 20.7
};
/** Of values. */
const above = { weight: 2, value: 20.3, error: 0.1 };
const moments = (weight: number, u1: number, u2: number, pure = false) =>
  ({ sums: Float64Array.of(weight, u1, u2), pure }) as unknown as Summary;

it("plurality is the majority class, the lowest on a tie", () => {
  expect(plurality([1, 3, 2])).toBe(1);
  expect(plurality([2, 3, 3])).toBe(1);
  expect(plurality([0, 0])).toBe(0);
});

it("plurality takes what differs by the rounding of shared rows for a tie", () => {
  expect(plurality([1, 1 + 1e-12])).toBe(0);
  expect(plurality([1, 1 + 1e-6])).toBe(1);
});

const parent = { weight: 5, counts: [1, 4], label: 1 };

it("classFacts counts, weighs and labels", () => {
  expect(classFacts(Float64Array.of(2, 0.5), parent)).toEqual({ weight: 2.5, counts: [2, 0.5], label: 0 });
});

it("classFacts repeats the parent where no row came", () => {
  expect(classFacts(Float64Array.of(0, 0), parent)).toEqual({ weight: 0, counts: [1, 4], label: 1 });
});

it("meanFacts is the mean with its squared error, in the user's units", () => {
  // u = -5, 7, 7: mean 3, Σu² = 123, variance 41 - 9 = 32 units², of tenths: 0.32.
  const error = expect.closeTo(0.32, 12);
  expect(meanFacts(moments(3, 9, 123), target, undefined)).toEqual({ weight: 3, value: 20.3, error });
});

it("meanFacts has no error where all rows are alike, whatever rounding says", () => {
  const alike = meanFacts(moments(3, 21, 147 + 1e-9, true), target, undefined);
  expect(alike).toEqual({ weight: 3, value: 20.7, error: 0 });
});

it("meanFacts repeats the parent where no row came", () => {
  expect(meanFacts(moments(0, 0, 0), target, above)).toEqual({ ...above, weight: 0 });
});

it("meanFacts gives an error beyond the number range as the largest number", () => {
  const huge = { ...target, center: 0, denominator: 2 ** -970 };
  expect(meanFacts(moments(2, 0, 2 ** 105), huge, undefined).error).toBe(Number.MAX_VALUE);
});

const ranks = (...weights: number[]) => ({
  ranks: Int32Array.from(weights.keys()),
  weights: Float64Array.from(weights),
});

it("medianFacts is the median with its absolute error, in the user's units", () => {
  // 19.5 once, 20 once, 20.7 twice: the middle of 4 lies between 20 and 20.7; 0.85 + 0.35 + 2·0.35 = 1.9.
  const error = expect.closeTo(1.9 / 4, 12);
  expect(medianFacts(ranks(1, 1, 2), target, undefined)).toEqual({ weight: 4, value: 20.35, error });
});

it("medianFacts repeats the parent where no row came", () => {
  expect(medianFacts(ranks(), target, above)).toEqual({ ...above, weight: 0 });
});

it("isClassFacts tells the two apart", () => {
  expect(isClassFacts({ weight: 1, counts: [1], label: 0 })).toBe(true);
  expect(isClassFacts(above)).toBe(false);
});
