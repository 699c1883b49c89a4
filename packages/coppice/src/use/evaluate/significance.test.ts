import { expect, it } from "vitest";
import { correctedT, fiveByTwo, mcnemar, pairedT } from "./significance.js";

const differences = [0.02, 0.04, 0.0, 0.06, 0.03];
// mean 0.03; squares 1 + 1 + 9 + 9 + 0 = 20 (·1e-4), s² = 5e-4; t = 0.03 / √(5e-4 / 5) = 3

it("paired t is the mean over its standard error", () => {
  const { statistic, p } = pairedT(differences);
  expect(statistic).toBeCloseTo(3, 12);
  expect(p).toBeCloseTo(0.039942, 5); // two sides, 4 degrees
});

it("paired t is corrected for training rows shared by folds", () => {
  // 5 folds, 1 test row per 4 training rows: 1/5 + 1/4 = 0.45; t = 0.03 / √(0.45 · 5e-4) = 2
  const { statistic, p } = correctedT(differences, 1, 4);
  expect(statistic).toBeCloseTo(2, 12);
  expect(p).toBeCloseTo(0.116117, 5);
});

it("paired t is defined without spread", () => {
  expect(pairedT([0, 0, 0])).toEqual({ statistic: 0, p: 1 });
  expect(pairedT([0.5, 0.5, 0.5])).toEqual({ statistic: Number.POSITIVE_INFINITY, p: 0 });
  expect(pairedT([-0.5, -0.5])).toEqual({ statistic: Number.NEGATIVE_INFINITY, p: 0 });
});

it("5x2cv F is ΣΣd² / 2Σs²", () => {
  // Each repeat: d² = 0.04 + 0.16 = 0.2; mean 0.3, s² = 0.01 + 0.01 = 0.02. F = 1 / (2 · 0.1) = 5 > 4.74.
  const { statistic, p } = fiveByTwo(Array.from({ length: 5 }, () => [0.2, 0.4] as const));
  expect(statistic).toBeCloseTo(5, 12);
  expect(p).toBeLessThan(0.05);
  expect(p).toBeGreaterThan(0.04);
});

it("5x2cv F finds nothing between equals", () => {
  expect(fiveByTwo(Array.from({ length: 5 }, () => [0, 0] as const))).toEqual({ statistic: 0, p: 1 });
});

it("McNemar is by chi-squared for many rows", () => {
  // (|40 - 20| - 1)² / 60 = 361 / 60
  const { statistic, p } = mcnemar(40, 20);
  expect(statistic).toBeCloseTo(6.016667, 6);
  expect(p).toBeCloseTo(0.01417, 4);
  expect(mcnemar(20, 40)).toEqual({ statistic, p });
});

it("McNemar is exact for few", () => {
  // 2 · P(at least 8 of 9) = 2 · (9 + 1) / 512
  expect(mcnemar(8, 1)).toEqual({ statistic: 4, p: expect.closeTo(20 / 512, 12) });
  expect(mcnemar(3, 3)).toEqual({ statistic: 0, p: 1 });
  expect(mcnemar(0, 0)).toEqual({ statistic: 0, p: 1 });
});
