import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, itHolds } from "../../test/kit/forAll.js";
import { exp, log } from "./exp.js";

describe("exp", () => {
  it("is 1 at 0, and e at 1", () => {
    expect(exp(0)).toBe(1);
    expect(exp(1)).toBeCloseTo(Math.E, 15);
  });

  itHolds(
    "agrees with the host to the last places",
    10_000,
    [fc.double({ min: -708, max: 709, noNaN: true })],
    (x) => {
      const host = Math.exp(x);
      return Math.abs(exp(x) - host) <= 1e-15 * host * Math.max(1, Math.abs(x) / 100);
    },
  );

  it("is clamped at the limits of doubles", () => {
    expect(exp(-1e300)).toBe(exp(-708));
    expect(exp(1e300)).toBe(exp(709));
    expect(exp(-1e300)).toBeGreaterThan(0);
  });

  it("is inverted by log", () => {
    const number = fc.double({ min: -300, max: 300, noNaN: true });
    forAll(100, [number], (x) => Math.abs(log(exp(x)) - x) < 1e-13 * 300);
  });
});
