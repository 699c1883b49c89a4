import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import * as distributions from "./distributions.js";
import { incompleteBeta } from "./incompleteBeta.js";

const { binomialTail, fTail, normalQuantile, normalTail, studentQuantile, studentTail } = distributions;

describe("the incomplete beta function", () => {
  it("has closed forms for small whole parameters", () => {
    expect(incompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 14);
    expect(incompleteBeta(0.3, 2, 1)).toBeCloseTo(0.09, 14); // x²
    expect(incompleteBeta(0.3, 1, 3)).toBeCloseTo(1 - 0.7 ** 3, 14);
    expect(incompleteBeta(0.5, 0.5, 0.5)).toBeCloseTo(0.5, 14); // (2 / π) arcsin √x
    expect(incompleteBeta(0.2, 0.5, 0.5)).toBeCloseTo((2 / Math.PI) * Math.asin(Math.sqrt(0.2)), 13);
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3), incompleteBeta(-1, 2, 3)]).toEqual([0, 1, 0]);
    expect(incompleteBeta(Number.NaN, 2, 3)).toBeNaN();
  });

  it("is the tail of the binomial", () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    forAll(100, [fc.integer({ min: 1, max: 40 }), fc.nat(40), share], (trials, k, p) => {
      fc.pre(k <= trials);
      let sum = 0;
      let term = (1 - p) ** trials; // P(0), then P(i + 1) = P(i) (n - i) / (i + 1) p / (1 - p)
      for (let i = 0; i <= trials; i++) {
        if (i >= k) sum += term;
        term *= ((trials - i) / (i + 1)) * (p / (1 - p));
      }
      expect(binomialTail(k, trials, p)).toBeCloseTo(sum, 10);
    });
    expect(binomialTail(5, 4, 0.5)).toBe(0);
  });
});

describe("tails, against printed tables", () => {
  it("Student's t", () => {
    expect(studentTail(2.262157, 9)).toBeCloseTo(0.05, 6);
    expect(studentTail(12.7062, 1)).toBeCloseTo(0.05, 6);
    expect(studentTail(1, 1)).toBeCloseTo(0.5, 13); // Cauchy: 1 - 2 arctan(1) / π
    expect(studentTail(-3, 2)).toBeCloseTo(1 - 3 / Math.sqrt(11), 13); // 1 - t / √(2 + t²)
    expect(studentTail(0, 5)).toBe(1);
    expect(studentTail(Number.POSITIVE_INFINITY, 5)).toBe(0);
    expect(studentTail(Number.NaN, 5)).toBeNaN();
  });

  it("F", () => {
    expect(fTail(4.74, 10, 5)).toBeCloseTo(0.05, 3); // the critical value that Alpaydin's 5×2 test quotes
    expect(fTail(3.5, 2, 4)).toBeCloseTo((1 + 3.5 / 2) ** -2, 13); // (1 + x d1 / d2)^(-d2 / 2) for d1 = 2
    expect(fTail(2.5 ** 2, 1, 7)).toBeCloseTo(studentTail(2.5, 7), 13);
    expect([fTail(0, 3, 4), fTail(Number.POSITIVE_INFINITY, 3, 4)]).toEqual([1, 0]);
    expect(fTail(Number.NaN, 1, 1)).toBeNaN();
  });

  it("normal", () => {
    expect(normalTail(1.959963984540054)).toBeCloseTo(0.05, 12);
    expect(normalTail(-1)).toBeCloseTo(0.31731050786291415, 12);
    expect(normalTail(0)).toBe(1);
  });

  it("quantiles invert them", () => {
    expect(normalQuantile(0.05)).toBeCloseTo(1.959963984540054, 11);
    expect(studentQuantile(0.05, 9)).toBeCloseTo(2.2621571628, 9);
    expect(studentQuantile(0.05, 1)).toBeCloseTo(12.7062047362, 8);
    expect(studentQuantile(0.01, 30)).toBeCloseTo(2.7499956536, 8);
  });
});
