import { describe, expect, it } from "vitest";
import { exponentOf, figure, leastOf, ratio } from "../../../bench/lib/arithmetic.mjs";

describe("the benchmarks' arithmetic", () => {
  it("a cold fit is the first of its process, a warm one any", () => {
    const readings = [
      { fits: [5, 2, 3], predict: 0.5, score: 0.9 },
      { fits: [4, 3], predict: 0.4, memory: 7, score: 0.91 },
    ];
    expect(leastOf(readings)).toEqual({ cold: 4, warm: 2, predict: 0.4, memory: 7, score: 0.91 });
    expect(leastOf([{ fits: [1] }])).toEqual({ cold: 1, warm: 1 });
  });

  it("a ratio above 1 means that the rival needs more", () => {
    expect(ratio(2, 8)).toBe(4);
    expect(ratio(2, undefined)).toBeUndefined();
    expect(ratio(0, 1)).toBeUndefined();
  });

  it("finds the exponent of a power law", () => {
    const sizes = [10, 100, 1000];
    const { exponent, explained } = exponentOf(
      sizes,
      sizes.map((n) => 3 * n ** 1.5),
    );
    expect(exponent).toBeCloseTo(1.5, 12);
    expect(explained).toBeCloseTo(1, 12);
  });

  it("fits by least squares if there is none", () => {
    // ln x = 0, 1, 2 and ln y = 0, 2, 2: slope Σ(x−1)(y−4/3) / Σ(x−1)² = (4/3 + 2/3) / 2 = 1, explained 2² / (2 · 8/3) = 3/4
    const { exponent, explained } = exponentOf([1, Math.E, Math.E ** 2], [1, Math.E ** 2, Math.E ** 2]);
    expect(exponent).toBeCloseTo(1, 12);
    expect(explained).toBeCloseTo(0.75, 12);
    expect(exponentOf([1, 2, 4], [5, 5, 5])).toEqual({ exponent: 0, explained: 1 });
  });

  it("shows three significant digits", () => {
    expect([123.4, 12.34, 1.234, 0.1234, 0.01234, undefined].map(figure)).toEqual([
      "123",
      "12.3",
      "1.23",
      "0.123",
      "0.0123",
      "–",
    ]);
  });
});
