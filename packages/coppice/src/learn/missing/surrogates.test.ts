import { expect, it } from "vitest";
import { numericFacts } from "../../../test/kit/branchContext.js";
import { tallyOf } from "../../../test/tallies.js";
import type { AttributeFacts, Tally } from "../../engine/port.js";
import { type SurrogateOptions, surrogatesFrom } from "./surrogates.js";

const nominal = (codes: number): AttributeFacts => ({ kind: "nominal", codes });

/** Rows of a tally: per code the weight of each branch, and of the rows that the test does not know. */
const tally = (attribute: number, ...cells: number[][]): Tally => ({ ...tallyOf(cells), attribute });

const options: SurrogateOptions = {
  ...{ most: 5, association: "adjusted", directions: "both", placement: "midpoint" },
};
type More = Partial<SurrogateOptions>;
const found = (tallies: Tally[], weights: number[], facts: AttributeFacts[], more: More = {}) =>
  surrogatesFrom(tallies, weights, facts, { ...options, ...more });

const facts = [numericFacts([1, 2, 3, 5])];
/** 1 and 2 go right, 3 and 5 left: a surrogate whose sides are the other way round. */
const mirrored = tally(0, [0, 2, 0], [0, 1, 0], [3, 0, 0], [1, 1, 0]);

it("a surrogate on a threshold may point the other way, unless only one direction is wanted", () => {
  expect(found([mirrored], [4, 4], facts)[0]).toEqual({
    test: { kind: "threshold", attribute: 0, threshold: 2.5 },
    to: [1, 0],
    agreement: 7 / 8, // 2 + 1 right, 3 + 1 left
    adjusted: 3 / 4, // (7 - 4) / (8 - 4)
  });
  expect(found([mirrored], [4, 4], facts, { directions: "one" })).toEqual([]);
});

it("a surrogate on a threshold counts rows without the cell against it, or leaves them out", () => {
  // Ten rows have a branch; two of the right one have no cell here.
  const best = (more?: More) => found([mirrored], [4, 6], facts, more)[0];
  expect(best()).toMatchObject({ agreement: 0.7, adjusted: 0.25 }); // (7 - 6) / (10 - 6)
  expect(best({ association: "adjustedKnown" })).toMatchObject({ agreement: 7 / 8, adjusted: 3 / 4 });
});

it("a surrogate on a threshold needs two rows on each side, but not when agreement is only counted", () => {
  const lone = tally(0, [1, 0, 0], [0, 3, 0], [0, 1, 0], [0, 1, 0]);
  expect(found([lone], [1, 5], facts)).toEqual([]);
  const [counted] = found([lone], [1, 5], facts, { association: "counted" });
  expect(counted).toMatchObject({ test: { threshold: 1.5 }, agreement: 1, adjusted: 1 });
});

it("a surrogate on a threshold cuts next to rows whose branch is not known, the lowest cut of equals (as rpart does)", () => {
  const gap = tally(0, [2, 0, 0], [0, 0, 1], [0, 2, 0], [0, 1, 0]);
  expect(found([gap], [2, 3], facts)[0].test).toMatchObject({ threshold: 1.5 });
});

it("a surrogate on a threshold stands for two of many branches", () => {
  const three = tally(0, [0, 0, 4, 0], [0, 1, 0, 0], [3, 0, 0, 0], [2, 0, 0, 0]);
  const [best] = found([three], [5, 1, 4], facts);
  expect(best).toMatchObject({ test: { threshold: 1.5 }, to: [2, 0], agreement: 0.9, adjusted: 0.8 });
});

it("surrogates on levels send each level where most of its rows go, ties to the heavier branch, and know no other level", () => {
  const levels = tally(0, [4, 1, 0], [1, 3, 0], [1, 1, 0], [0, 0, 2]);
  const [best] = found([levels], [6, 5], [nominal(5)]);
  expect(best.test).toEqual({ kind: "subset", attribute: 0, left: [0, 2], right: [1] });
  expect(best.agreement).toBe(8 / 11); // 4 + 1 + 3
  expect(best.adjusted).toBeCloseTo((8 - 6) / (11 - 6), 12);
  const [other] = found([levels], [5, 6], [nominal(5)]);
  expect(other.test).toEqual({ kind: "subset", attribute: 0, left: [0], right: [1, 2] });
});

it("surrogates on levels must disagree on two rows where rpart is followed to the letter", () => {
  const perfect = tally(0, [4, 0, 0], [0, 3, 0]);
  const close = tally(1, [3, 1, 0], [1, 2, 0]);
  const facts = [nominal(2), nominal(2)];
  expect(found([perfect, close], [4, 3], facts).map(({ test }) => test.attribute)).toEqual([0, 1]);
  const asRpart = found([perfect, close], [4, 3], facts, { association: "rpart" });
  expect(asRpart.map(({ test }) => test.attribute)).toEqual([1]);
});

it("surrogates on levels name a branch for every level where there are more than two", () => {
  const [best] = found([tally(0, [3, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 1])], [3, 2, 2], [nominal(4)]);
  expect(best.test).toEqual({ kind: "levels", attribute: 0 });
  expect(best.to).toEqual([0, 1, 2, -1]);
});

it("surrogates on levels are none where all levels go one way", () => {
  const one = tally(0, [3, 1, 0], [2, 1, 0]);
  expect(found([one], [5, 2], [nominal(2)], { association: "counted" })).toEqual([]);
});

it("the list has the best first, the earlier attribute of equals, and no more than asked for", () => {
  const good = (a: number) => tally(a, [3, 0, 0], [0, 3, 0]);
  const fair = (a: number) => tally(a, [3, 1, 0], [0, 2, 0]);
  const facts = [nominal(2), nominal(2), nominal(2)];
  const order = (most: number) =>
    found([fair(0), good(1), good(2)], [3, 3], facts, { most }).map(({ test }) => test.attribute);
  expect(order(5)).toEqual([1, 2, 0]);
  expect(order(2)).toEqual([1, 2]);
  expect(order(0)).toEqual([]);
});
