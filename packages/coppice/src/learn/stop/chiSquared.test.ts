import { expect, it } from "vitest";
import { chiSquared } from "./chiSquared.js";

const of = (...branches: number[][]) => chiSquared(branches.map((counts) => Float64Array.from(counts)));

it("chiSquared by hand for two branches and two classes", () => {
  // 20 of each class; every expected count is 10. (15-10)²/10 · 4 = 10.
  const { statistic, freedom, tail } = of([15, 5], [5, 15]);
  expect(statistic).toBeCloseTo(10, 12);
  expect(freedom).toBe(1);
  expect(tail).toBeCloseTo(0.0015654, 6);
});

it("chiSquared by hand for three branches and three classes of different sizes", () => {
  // Sizes 4, 2, 6, classes 6, 3, 3 of 12: expected 2 1 1 / 1 ½ ½ / 3 1½ 1½.
  // Branch 1: 2²/2 + 1 + 1 = 4. Branch 2: 0 + ½²/½ + ½²/½ = 1. Branch 3: 2²/3 + ½²/1½ + 1½²/1½ = 3.
  const { statistic, freedom } = of([4, 0, 0], [1, 1, 0], [1, 2, 3]);
  expect(statistic).toBeCloseTo(8, 12);
  expect(freedom).toBe(4); // (3 - 1)(3 - 1)
});

it("chiSquared finds nothing where each branch is like the whole", () => {
  expect(of([2, 4], [3, 6])).toEqual({ statistic: 0, freedom: 1, tail: 1 });
});

it("chiSquared does not count empty branches and absent classes", () => {
  const { statistic, freedom } = of([15, 0, 5], [5, 0, 15], [0, 0, 0]);
  expect(statistic).toBeCloseTo(10, 12);
  expect(freedom).toBe(1);
  expect(of([3, 0], [5, 0])).toMatchObject({ freedom: 0, tail: 1 });
});

it("chiSquared is twice D's equation 9, which sums over the left branch alone, where both branches are of one size", () => {
  // D: (n_iL - P·n_i)² / (P·n_i), i.e. 25/10 + 25/10 = 5; the factor 1 - P is a half.
  expect(of([15, 5], [5, 15]).statistic * (1 - 0.5)).toBeCloseTo(5, 12);
});
