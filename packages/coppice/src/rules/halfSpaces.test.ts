import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { type HalfSpace, isImplied, neededHalfSpaces } from "./halfSpaces.js";

const half = (below: number, ...coefficients: number[]): HalfSpace => ({ coefficients, below });

it("reduces the four conditions of D 8.4.2 to two", () => {
  const all = [
    half(0.11, 0.4, 0.16),
    half(-0.02, 0.27, -0.44),
    half(-0.45, 0.96, -1.77),
    half(-6.03, 5.43, -13.33),
  ];
  expect(neededHalfSpaces(all)).toEqual([all[0], all[3]]);
});

it("keeps a triangle, and of equal half-spaces one", () => {
  const triangle = [half(0, -1, 0), half(0, 0, -1), half(1, 1, 1)];
  expect(neededHalfSpaces(triangle)).toEqual(triangle);
  expect(neededHalfSpaces([...triangle, half(2, 2, 2), half(5, 1, 0)])).toHaveLength(3);
});

it("handles what always holds, and what nothing implies", () => {
  expect(isImplied(half(-7, 1, 0), [half(0, 1, 0), half(-1, -1, 0)])).toBe(true); // x < 0 and x > 1: no point at all
  expect(isImplied(half(1, 0, 0), [])).toBe(true); // 0 < 1
  expect(isImplied(half(0, 0, 0), [])).toBe(false);
  expect(isImplied(half(1, 1, 0), [])).toBe(false);
});

const coefficient = fc.integer({ min: -4, max: 4 });
const halfSpace = fc.tuple(coefficient, coefficient, coefficient, fc.integer({ min: -6, max: 6 }));
const some = fc.array(halfSpace, { maxLength: 7 });
const point = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 3, maxLength: 3 });
const points = fc.array(point, { minLength: 40, maxLength: 40 });
const holds = ({ coefficients, below }: HalfSpace, x: readonly number[]) =>
  coefficients.reduce((sum, c, d) => sum + c * x[d], 0) < below;
itHolds("leaves the same points", 500, [some, points], (some, points) => {
  const all = some.map(([a, b, c, below]) => half(below, a, b, c));
  const needed = neededHalfSpaces(all);
  for (const x of points)
    expect(needed.every((one) => holds(one, x))).toBe(all.every((one) => holds(one, x)));
  for (const one of needed) {
    const others = needed.filter((other) => other !== one);
    expect(isImplied(one, others)).toBe(false);
  }
});
