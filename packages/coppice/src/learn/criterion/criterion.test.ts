import fc from "fast-check";
import { describe, expect, it } from "vitest";
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

describe("impurities, times the weight", () => {
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
});

// D 8.3.2: 90 and 10 rows; a split sends 70 and none one way, 20 and 10 the other.
describe("the node of D 8.3.2 with 90 and 10 rows", () => {
  const drop = (criterion: Criterion) =>
    (of(criterion, 90, 10) - of(criterion, 70, 0) - of(criterion, 20, 10)) / 100;

  it("does not gain by misclassification", () => expect(drop(misclassification)).toBe(0)); // 10 wrong before and after
  it("gains by Gini", () => expect(drop(gini)).toBeCloseTo(0.18 - 0.3 * (4 / 9), 12)); // 1 - 0.81 - 0.01; 1 - 4/9 - 1/9
  it("gains by variance", () => expect(drop(variance)).toBeCloseTo(0.09 - 0.3 * (2 / 9), 12));
  it("gains by entropy", () => {
    const whole = -0.9 * log2(0.9) - 0.1 * log2(0.1); // 0.469 bits
    const right = -(2 / 3) * log2(2 / 3) - (1 / 3) * log2(1 / 3); // 0.918 bits
    expect(drop(entropy)).toBeCloseTo(whole - 0.3 * right, 12);
  });
});

describe("properties", () => {
  const counts = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 4, maxLength: 4 });

  it("variance is half of Gini, and deviance 2 ln 2 times entropy", () => {
    fc.assert(
      fc.property(counts, (cells) => {
        expect(of(variance, ...cells)).toBe(of(gini, ...cells) / 2);
        expect(of(deviance, ...cells)).toBeCloseTo(2 * Math.LN2 * of(entropy, ...cells), 8);
      }),
    );
  });

  it("every class impurity is largest for equal shares", () => {
    fc.assert(
      fc.property(counts, (cells) => {
        const total = weightOf(Float64Array.from(cells), 0, 4);
        const even = cells.map(() => total / 4);
        for (const c of [entropy, gini, misclassification])
          expect(of(c, ...cells)).toBeLessThanOrEqual(of(c, ...even) * (1 + 1e-12) + 1e-12);
      }),
    );
  });
});
