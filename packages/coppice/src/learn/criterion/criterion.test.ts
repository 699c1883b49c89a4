import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { absoluteError } from "./absoluteError.js";
import { type Criterion, weightOf } from "./criterion.js";
import { deviance } from "./deviance.js";
import { entropy } from "./entropy.js";
import { gini } from "./gini.js";
import { criteria } from "./index.js";
import { misclassification } from "./misclassification.js";
import { squaredError } from "./squaredError.js";
import { twoing } from "./twoing.js";
import { variance } from "./variance.js";

const of = (criterion: Criterion, ...counts: number[]) =>
  criterion.impurity(Float64Array.from(counts), 0, counts.length);
const log2 = Math.log2;

it.each<[Criterion, number[], number]>([
  [entropy, [4, 4], 8], // 8 · 1 bit
  [entropy, [6, 2], 8 * (-0.75 * log2(0.75) - 0.25 * log2(0.25))],
  [entropy, [2, 1, 1], 6], // 4 · (½·1 + ¼·2 + ¼·2) = 4 · 1.5
  [gini, [4, 4], 4], // 8 · (1 - ¼ - ¼)
  [gini, [6, 2], 3], // 8 · (1 - 9/16 - 1/16) = 8 · 0.375
  [gini, [2, 1, 1], 2.5], // 4 · (1 - ¼ - 1/16 - 1/16) = 4 · 0.625
  [variance, [4, 4], 2], // 8 · ½ · ½
  [variance, [6, 2], 1.5], // 8 · ¾ · ¼
  [variance, [2, 1, 1], 1.25], // 4 · ½ · (½·½ + ¼·¾ + ¼·¾) = 2 · 0.625
  [misclassification, [4, 4], 4],
  [misclassification, [6, 2], 2],
  [misclassification, [2, 1, 1], 2],
  [deviance, [4, 4], 16 * Math.LN2], // -2 · 8 · ln ½
  [deviance, [2, 1, 1], -2 * (2 * Math.log(1 / 2) + 2 * Math.log(1 / 4))],
  [twoing, [6, 2], 3], // nodes are judged by Gini's
  [squaredError, [3, 6, 14], 2], // u = 1, 2, 3: 14 - 36/3
  [squaredError, [2.5, 5, 10], 0], // all u = 2
])("$0.name of %j", (criterion, counts, expected) => {
  expect(of(criterion, ...counts)).toBeCloseTo(expected, 12);
});

it("squaredError never falls below 0 by rounding", () => {
  expect(of(squaredError, 0, 0, 0)).toBe(0);
  expect(of(squaredError, 3, 0.3, 0.03 - 1e-17)).toBe(0);
});

it("absoluteError has no sums to judge by", () => {
  expect(() => of(absoluteError, 1)).toThrow("absolute error has no sums; see medianScorer");
});

it("are listed under their own names", () => {
  for (const [name, criterion] of Object.entries(criteria)) expect(criterion.name).toBe(name);
});

const bits = (p: number) => -p * log2(p) - (1 - p) * log2(1 - p);
it.each<[Criterion, number]>([
  [misclassification, 0], // 10 wrong before and after
  [gini, 0.18 - 0.3 * (4 / 9)], // 1 - 0.81 - 0.01; 1 - 4/9 - 1/9
  [variance, 0.09 - 0.3 * (2 / 9)],
  [entropy, bits(0.9) - 0.3 * bits(2 / 3)], // 0.469 and 0.918 bits
])(
  "by $0.name the node of D 8.3.2, of 90 and 10 rows, gains %d by sending 70 and none one way",
  (by, gain) => {
    expect((of(by, 90, 10) - of(by, 70, 0) - of(by, 20, 10)) / 100).toBeCloseTo(gain, 12);
  },
);

const counts = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 4, maxLength: 4 });

itHolds("variance is half of Gini, and deviance 2 ln 2 times entropy", 100, [counts], (cells) => {
  expect(of(variance, ...cells)).toBe(of(gini, ...cells) / 2);
  expect(of(deviance, ...cells)).toBeCloseTo(2 * Math.LN2 * of(entropy, ...cells), 8);
});

itHolds("every class impurity is largest for equal shares", 100, [counts], (cells) => {
  const total = weightOf(Float64Array.from(cells), 0, 4);
  const even = cells.map(() => total / 4);
  for (const c of [entropy, gini, misclassification])
    expect(of(c, ...cells)).toBeLessThanOrEqual(of(c, ...even) * (1 + 1e-12) + 1e-12);
});
