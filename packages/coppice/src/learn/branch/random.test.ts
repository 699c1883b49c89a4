import fc from "fast-check";
import { expect, it } from "vitest";
import { branchContext, numericFacts } from "../../../test/kit/branchContext.js";
import { forAll, matrix } from "../../../test/kit/index.js";
import { tallyOf } from "../../../test/tallies.js";
import { Draws, rootKey } from "../../base/nodeRandom.js";
import type { AttributeFacts } from "../../engine/port.js";
import { drawnSet, randomSubset } from "./randomSubset.js";
import { randomThreshold, thresholdBetween } from "./randomThreshold.js";

const context = (facts: AttributeFacts, key: number, draws = 1, minLeaf = 0) =>
  branchContext({ facts, key, draws, minLeaf });
const facts = numericFacts([-1, 0, 2, 3]);
const tally = tallyOf(matrix("3 0; 2 1; 0 2; 1 3"));

it("lies between the least and the greatest cell, and never at the greatest", () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  const share = fc.nat(2 ** 32 - 1).map((word) => word / 2 ** 32);
  forAll(100, [double, double, share], (a, b, u) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    fc.pre(low < high);
    const drawn = thresholdBetween(low, high, u);
    expect(drawn >= low && drawn < high).toBe(true);
  });
  expect(thresholdBetween(1, 1 + Number.EPSILON, 0.9)).toBe(1); // it would round to the greatest
  expect(thresholdBetween(-Number.MAX_VALUE, Number.MAX_VALUE, 0.5)).toBe(0);
  expect(thresholdBetween(2, 6, 0.25)).toBe(3);
});

it("is as likely anywhere in the range", () => {
  const fourths = [0, 0, 0, 0];
  for (let seed = 0; seed < 4000; seed++) {
    const { test } = randomThreshold(tally, context(facts, rootKey(seed)))!;
    if (test.kind === "threshold") fourths[Math.floor(test.threshold + 1)]++;
  }
  for (const count of fourths) expect(Math.abs(count - 1000)).toBeLessThan(140); // 5 · √(4000 · ¼ · ¾)
});

it("has the gain and the weights of the rows on either side", () => {
  for (let seed = 0; seed < 50; seed++) {
    const { test, gain, weights } = randomThreshold(tally, context(facts, rootKey(seed)))!;
    const threshold = test.kind === "threshold" ? test.threshold : Number.NaN;
    const left = [0, 0];
    [-1, 0, 2, 3].forEach((x, c) => {
      if (x <= threshold) for (const k of [0, 1]) left[k] += tally.cells[2 * c + k];
    });
    const impurity = (a: number, b: number) => a + b - (a * a + b * b) / (a + b);
    const wanted = impurity(6, 6) - impurity(left[0], left[1]) - impurity(6 - left[0], 6 - left[1]);
    expect(gain).toBeCloseTo(wanted, 12);
    expect(weights).toEqual([left[0] + left[1], 12 - left[0] - left[1]]);
  }
});

it("on codes is each code but the greatest", () => {
  const codes = new Set<number>();
  for (let seed = 0; seed < 100; seed++) {
    const { test } = randomThreshold(tally, context({ kind: "ordered", codes: 4 }, rootKey(seed)))!;
    if (test.kind === "threshold") codes.add(test.threshold);
  }
  expect([...codes].sort()).toEqual([0, 1, 2]);
});

it("is the best of several draws, and none where minLeaf allows none", () => {
  for (let seed = 0; seed < 50; seed++) {
    const one = randomThreshold(tally, context(facts, rootKey(seed)))!;
    const many = randomThreshold(tally, context(facts, rootKey(seed), 10))!;
    expect(many.gain).toBeGreaterThanOrEqual(one.gain - 1e-9); // the first draw is among the ten
  }
  expect(randomThreshold(tally, context(facts, 1, 5, 7))).toBeUndefined(); // 12 rows: no two sides of 7
});

it("a random subset is every division with equal chance, and none with an empty side", () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 7000; seed++) {
    const set = drawnSet(4, new Draws(rootKey(seed))).join("");
    counts.set(set, (counts.get(set) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(["0", "01", "012", "013", "02", "023", "03"]);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

it("a random subset spreads over many levels", () => {
  const sizes = Array.from({ length: 200 }, (_, seed) => drawnSet(101, new Draws(rootKey(seed))).length);
  const mean = sizes.reduce((a, b) => a + b, 0) / sizes.length;
  expect(Math.abs(mean - 51)).toBeLessThan(2); // 1 + 100/2, standard deviation 5/√200
});

it("a random subset names the levels that occur, and both sides' weights", () => {
  const some = tallyOf(matrix("2 0; 1 3"), { codes: [1, 4] });
  expect(randomSubset(some, context({ kind: "nominal", codes: 6 }, 5))).toMatchObject({
    test: { kind: "subset", attribute: 0, left: [1], right: [4] },
    weights: [2, 4],
  });
  expect(randomSubset(tallyOf([[2, 1]]), context({ kind: "nominal", codes: 6 }, 5))).toBeUndefined();
});
