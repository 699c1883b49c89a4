import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { gini } from "./gini.js";
import { superclasses, twoing } from "./twoing.js";

const pair = (left: number[], right: number[]) =>
  twoing.pair!(Float64Array.from(left), Float64Array.from(right), left.length);

/** The drop of two-class Gini when the classes in `group` are one class and the others the other. */
function groupedDrop(left: number[], right: number[], group: readonly number[]): number {
  const two = (counts: number[]) => {
    const inside = group.reduce((sum, k) => sum + counts[k], 0);
    return Float64Array.of(inside, counts.reduce((a, b) => a + b, 0) - inside);
  };
  const both = left.map((w, k) => w + right[k]);
  return gini.impurity(two(both), 0, 2) - gini.impurity(two(left), 0, 2) - gini.impurity(two(right), 0, 2);
}

/** All 2^(K-1) - 1 ways to group K classes in two. */
function groupings(classes: number): number[][] {
  const all = [...new Array(classes).keys()];
  return Array.from({ length: 2 ** (classes - 1) - 1 }, (_, mask) =>
    all.filter((k) => ((mask + 1) >> k) & 1),
  );
}

const count = fc.integer({ min: 0, max: 20 });
const sides = fc
  .integer({ min: 2, max: 5 })
  .chain((k) => fc.tuple(...[0, 1].map(() => fc.array(count, { minLength: k, maxLength: k }))))
  .filter(([left, right]) => left.some((w) => w > 0) && right.some((w) => w > 0)) as fc.Arbitrary<
  [number[], number[]]
>;

it("twoing by hand", () => {
  // L = (4, 0, 2), R = (0, 3, 3), shares (2/3, 0, 1/3) and (0, 1/2, 1/2): Σ|·| = 2/3 + 1/2 + 1/6 = 4/3.
  // 12 · ½ · ½ / 2 · 16/9 = 8/3.
  expect(pair([4, 0, 2], [0, 3, 3])).toBeCloseTo(8 / 3, 12);
  expect(superclasses(Float64Array.of(4, 0, 2), Float64Array.of(0, 3, 3))).toEqual([[0], [1, 2]]);
});

itHolds("twoing is the best two-class Gini drop of all groupings", 100, [sides], ([left, right]) => {
  const drops = groupings(left.length).map((group) => groupedDrop(left, right, group));
  expect(pair(left, right)).toBeCloseTo(Math.max(...drops), 9);
});

itHolds("twoing names the groups that reach it, without absent classes", 100, [sides], ([left, right]) => {
  const [first, second] = superclasses(Float64Array.from(left), Float64Array.from(right));
  expect(groupedDrop(left, right, first)).toBeCloseTo(pair(left, right), 9);
  const present = left.map((_, k) => k).filter((k) => left[k] + right[k] > 0);
  expect([...first, ...second].sort((a, b) => a - b)).toEqual(present);
});

it("twoing is nothing for an empty side", () => {
  expect(pair([0, 0], [3, 4])).toBe(0);
  expect(pair([3, 4], [0, 0])).toBe(0);
});
