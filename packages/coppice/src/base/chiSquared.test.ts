import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, itHolds } from "../../test/kit/forAll.js";
import { chiSquaredTail } from "./chiSquared.js";

describe("chiSquaredTail", () => {
  // Quantiles from standard statistical tables.
  it.each([
    [3.841459, 1, 0.05],
    [6.634897, 1, 0.01],
    [10.827566, 1, 0.001],
    [5.991465, 2, 0.05],
    [18.307038, 10, 0.05],
    [3.940299, 10, 0.95],
    [124.342113, 100, 0.05],
    [77.929465, 100, 0.95],
  ])("of %d with %d degrees of freedom is %d", (x, freedom, tail) => {
    expect(chiSquaredTail(x, freedom)).toBeCloseTo(tail, 7);
  });

  itHolds(
    "is exp(-x / 2) for two degrees of freedom",
    100,
    [fc.double({ min: 0, max: 1000, noNaN: true })],
    (x) => {
      expect(Math.abs(chiSquaredTail(x, 2) / Math.exp(-x / 2) - 1)).toBeLessThan(1e-12);
    },
  );

  it("is 1 at 0 and 0 at infinity", () => {
    for (const x of [0, -1, Number.NaN, 1e-300]) expect(chiSquaredTail(x, 3), `${x}`).toBe(1);
    for (const x of [1e308, Number.POSITIVE_INFINITY]) expect(chiSquaredTail(x, 1), `${x}`).toBe(0);
  });

  it("decreases as x grows, also where the series meets the continued fraction", () => {
    const at = fc.double({ min: 0, max: 3, noNaN: true });
    const step = fc.double({ min: 1e-6, max: 1, noNaN: true });
    forAll(100, [fc.integer({ min: 1, max: 300 }), at, step], (freedom, part, by) => {
      const [low, high] = [part * freedom, part * freedom + by];
      return chiSquaredTail(high, freedom) <= chiSquaredTail(low, freedom) + 1e-13;
    });
  });

  // Wilson and Hilferty 1931: the cube root of x / k is close to normal; at the mean z = √(2 / 9k), and the error of
  // the approximation falls with k. The sums need thousands of terms here.
  it.each([1e4, 1e5, 1e6, 1e7])("holds for %d degrees of freedom", (freedom) => {
    const z = Math.sqrt(2 / (9 * freedom));
    const normalTail = 0.5 - z / Math.sqrt(2 * Math.PI); // to first order in a small z
    expect(chiSquaredTail(freedom, freedom)).toBeCloseTo(normalTail, 5);
    const threeDeviations = chiSquaredTail(freedom + 3 * Math.sqrt(2 * freedom), freedom);
    expect(threeDeviations).toBeGreaterThan(0.00134); // 0.00135 for the normal, its limit
    expect(threeDeviations).toBeLessThan(0.0016);
  });
});
