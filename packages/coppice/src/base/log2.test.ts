import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, itHolds } from "../../test/kit/forAll.js";
import { log2, xlog2x } from "./log2.js";

/** Every positive double, denormals included, by the number of doubles below it: all scales are equally likely. */
const bits = new DataView(new ArrayBuffer(8));
const doubleAt = (index: bigint) => {
  bits.setBigUint64(0, index);
  return bits.getFloat64(0);
};
const LARGEST = 0x7fefffffffffffffn;
const positive = fc.bigInt({ min: 1n, max: LARGEST }).map(doubleAt);
const nearOne = fc.double({ min: 0.5, max: 2, noNaN: true });

describe("log2", () => {
  it("is exact for every power of two", () => {
    for (let e = -1074; e <= 1023; e++) expect(log2(2 ** e)).toBe(e);
  });

  itHolds("agrees with the host over the whole range", 20_000, [fc.oneof(positive, nearOne)], (x) => {
    const host = Math.log2(x);
    return Math.abs(log2(x) - host) <= 4e-16 * Math.max(1, Math.abs(host));
  });

  it("agrees with the host on denormals", () => {
    const denormal = fc.bigInt({ min: 1n, max: 0x000fffffffffffffn }).map(doubleAt);
    forAll(100, [denormal], (x) => Math.abs(log2(x) - Math.log2(x)) <= 4e-16 * 1074);
    expect(log2(Number.MIN_VALUE)).toBe(-1074); // 2^-1074
    expect(log2(3 * Number.MIN_VALUE)).toBeCloseTo(Math.log2(3) - 1074, 12);
  });

  itHolds(
    "never falls where x rises",
    5000,
    [fc.oneof(positive, nearOne), fc.double({ min: 1e-12, max: 1, noNaN: true })],
    (x, step) => {
      const y = Math.min(x * (1 + step), Number.MAX_VALUE);
      return log2(y) >= log2(x);
    },
  );

  it("has the sign of x - 1 next to 1", () => {
    expect(log2(1)).toBe(0);
    // log2(1 + h) is h / ln 2 for small h: the one bit above 1 must not be lost.
    expect(log2(1 + Number.EPSILON)).toBeCloseTo(Number.EPSILON / Math.LN2, 30);
    expect(log2(1 - Number.EPSILON / 2)).toBeCloseTo(-Number.EPSILON / 2 / Math.LN2, 30);
  });
});

describe("xlog2x", () => {
  it("is 0 at 0 and x·log2 x elsewhere", () => {
    expect(xlog2x(0)).toBe(0);
    expect(xlog2x(1)).toBe(0);
    expect(xlog2x(8)).toBe(24); // 8 · 3
    expect(xlog2x(0.25)).toBe(-0.5); // ¼ · -2
  });
});
