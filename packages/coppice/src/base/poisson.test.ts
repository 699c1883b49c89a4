import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { mean, variance } from "../synthetic/testing.js";
import { countWithin, poissonCount, poissonLimits } from "./poisson.js";

describe("counts by Poisson's law", () => {
  it("have limits that never change", () => {
    // e^-1 = 0.36788 of 2^32, twice that, and half of it more.
    expect(poissonLimits(1)).toEqual([
      1580030169, 3160060338, 3950075422, 4213413784, 4279248374, 4292415292, 4294609778, 4294923277,
      4294962464, 4294966818, 4294967253, 4294967293,
    ]);
    expect(poissonLimits(1e9)).toEqual(poissonLimits(700));
  });

  it("are the same without a list of limits", () => {
    const mean = fc.oneof(fc.double({ min: 1e-6, max: 5, noNaN: true }), fc.constantFrom(1, 50, 300, 1e6));
    forAll(100, [mean, fc.nat(2 ** 32 - 1)], (rate, bits) => {
      expect(poissonCount(rate, bits)).toBe(countWithin(poissonLimits(rate), bits));
    });
    for (const bits of [0, 2 ** 32 - 1])
      for (const rate of [0.1, 1, 700, 1e9])
        expect(poissonCount(rate, bits)).toBe(countWithin(poissonLimits(rate), bits));
  });

  it("have the mean and the variance that they should", () => {
    for (const rate of [0.2, 1, 7]) {
      const limits = poissonLimits(rate);
      const counts = Array.from({ length: 1 << 16 }, (_, i) => countWithin(limits, i * 2 ** 16 + 2 ** 15));
      expect(mean(counts)).toBeCloseTo(rate, 3);
      expect(variance(counts)).toBeCloseTo(rate, 2);
    }
  });
});
