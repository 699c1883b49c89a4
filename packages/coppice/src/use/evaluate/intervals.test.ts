import { expect, it } from "vitest";
import { meanFigures, shareInterval, wilson } from "./intervals.js";

it("Wilson's interval is this one for 8 of 10", () => {
  // z = 1.96, z² = 3.8415: middle (0.8 + 0.19207) / 1.38415 = 0.71674, half 1.41600 · √(0.016 + 0.0096036) = 0.22657
  const { low, high } = wilson(0.8, 10);
  expect(low).toBeCloseTo(0.49016, 4);
  expect(high).toBeCloseTo(0.94331, 4);
});

it("Wilson's interval does not collapse at 0 and 1, and widens with confidence", () => {
  expect(wilson(1, 24).low).toBeCloseTo(24 / (24 + 3.841458820694124), 12); // n / (n + z²)
  expect(wilson(1, 24).high).toBe(1);
  expect(wilson(0, 24).low).toBe(0);
  expect(wilson(0.5, 50, 0.99).low).toBeLessThan(wilson(0.5, 50, 0.9).low);
});

it("the mean over parts has a standard deviation and Student's interval", () => {
  const { mean, sd, interval } = meanFigures([1, 2, 3, 4]);
  expect(mean).toBe(2.5);
  expect(sd).toBeCloseTo(Math.sqrt(5 / 3), 14); // (2.25 + 0.25 + 0.25 + 2.25) / 3
  // t(0.05, 3) = 3.18245; half = 3.18245 · 1.29099 / 2
  expect(interval.high - mean).toBeCloseTo(2.05427, 4);
  expect(meanFigures([3]).interval.low).toBeNaN();
});

it("the interval of an area stays within 0 and 1", () => {
  expect(shareInterval(0.95, 0.1)).toEqual({ low: expect.closeTo(0.754, 3), high: 1 });
});
