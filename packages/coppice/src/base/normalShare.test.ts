import { expect, it } from "vitest";
import { normalShare } from "./normalShare.js";

it("is the distribution function of the standard normal", () => {
  // Abramowitz and Stegun, table 26.1.
  expect(normalShare(0)).toBeCloseTo(0.5, 14);
  expect(normalShare(1)).toBeCloseTo(0.841344746068543, 13);
  expect(normalShare(-1.96)).toBeCloseTo(0.02499789514822, 13);
  expect(normalShare(3)).toBeCloseTo(0.99865010196837, 13);
  expect(normalShare(-8)).toBeCloseTo(6.22096057427178e-16, 22);
  expect(normalShare(-40)).toBe(0);
  expect(normalShare(40)).toBe(1);
});

it("rises, and the two tails of z and -z make one", () => {
  for (let z = -9; z < 9; z += 0.1) {
    expect(normalShare(z + 0.1)).toBeGreaterThanOrEqual(normalShare(z));
    expect(normalShare(z) + normalShare(-z)).toBeCloseTo(1, 13);
  }
});
