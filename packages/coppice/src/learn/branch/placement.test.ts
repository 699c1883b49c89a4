import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { type Placement, placeThreshold } from "./placement.js";

const PLACEMENTS: readonly Placement[] = ["midpoint", "weighted", "value"];
const { MAX_VALUE, MIN_VALUE, EPSILON } = Number;

it.each<[Placement, number]>([
  ["midpoint", 5], // (2 + 8) / 2
  ["weighted", 3.5], // ¾·2 + ¼·8: a quarter of the rows are on the left (D 8.3.2)
  ["value", 4], // the largest value of the table up to 5, though no row of the node has it
])("placeThreshold: %s", (placement, threshold) => {
  expect(placeThreshold(placement, 2, 8, 0.25, Float64Array.of(2, 3, 4, 6, 8))).toBe(threshold);
});

it("placeThreshold does not overflow near the end of the number range", () => {
  const values = Float64Array.of(1e308, MAX_VALUE);
  const middle = placeThreshold("midpoint", 1e308, MAX_VALUE, 0.5, values);
  expect(middle).toBe(1e308 / 2 + MAX_VALUE / 2);
  expect(placeThreshold("weighted", 1e308, MAX_VALUE, 0.5, values)).toBe(middle);
  expect(placeThreshold("midpoint", -MAX_VALUE, MAX_VALUE, 0.5, Float64Array.of(-MAX_VALUE, MAX_VALUE))).toBe(
    0,
  );
});

it("placeThreshold falls back to the lower of two doubles with none between", () => {
  const neighbours: [number, number][] = [
    [1, 1 + EPSILON], // midpoint rounds to even, to 1
    [1 + EPSILON, 1 + 2 * EPSILON], // midpoint rounds to the upper
    [0, MIN_VALUE],
    [-MIN_VALUE, 0],
  ];
  for (const [low, high] of neighbours)
    for (const placement of PLACEMENTS)
      expect(placeThreshold(placement, low, high, 0.5, Float64Array.of(low, high))).toBe(low);
});

it("placeThreshold always parts the two: low is at most it, high above", () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  forAll(1000, [double, double, share, fc.constantFrom(...PLACEMENTS)], (a, b, leftShare, placement) => {
    fc.pre(a !== b);
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const threshold = placeThreshold(placement, low, high, leftShare, Float64Array.of(low, high));
    expect(low <= threshold && threshold < high).toBe(true);
  });
});
