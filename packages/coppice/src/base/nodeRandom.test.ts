import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { attributeKey, branchKey, Draws, permutation, rootKey } from "./nodeRandom.js";

/** Pearson's statistic of counts that should be equal. */
function unevenness(counts: readonly number[]): number {
  const expected = counts.reduce((a, b) => a + b, 0) / counts.length;
  return counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
}

/** Within five standard deviations of the mean of chi-squared with this many degrees of freedom. */
const within = (freedom: number) => freedom + 5 * Math.sqrt(2 * freedom);

describe("keys", () => {
  it("are 32-bit integers that never change: forests must be reproducible from their seeds", () => {
    const root = rootKey(1);
    const drawn = new Draws(root);
    const keys = [root, branchKey(root, 0), branchKey(root, 1), attributeKey(root, 0)];
    expect(keys).toEqual([1580013426, 531686018, 1479171631, 933644478]);
    expect([drawn.next(), drawn.next()]).toEqual([3811535168, 1560173363]);
  });

  it("differ along every path, and from the numbers drawn at a node", () => {
    const seen = new Set<number>();
    let level = [rootKey(7)];
    for (let depth = 0; depth < 12; depth++) {
      const below: number[] = [];
      for (const key of level) {
        const draws = new Draws(key);
        for (let i = 0; i < 4; i++) seen.add(draws.next());
        for (let a = 0; a < 4; a++) seen.add(attributeKey(key, a));
        below.push(branchKey(key, 0), branchKey(key, 1));
      }
      for (const key of below) seen.add(key);
      level = below;
    }
    // 4095 nodes, ten numbers each; of 40,950 random numbers below 2^32, 0.2 pairs are expected to be equal.
    expect(seen.size).toBeGreaterThan(40_950 - 5);
  });
});

describe("permutation", () => {
  itHolds(
    "contains every number once",
    100,
    [fc.integer({ min: 0, max: 300 }), fc.nat(2 ** 32 - 1)],
    (n, key) => {
      const order = permutation(n, new Draws(key));
      expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
    },
  );

  it("gives every order with equal probability, at the root over seeds and along a path", () => {
    const places = new Map<string, number>();
    for (let a = 0; a < 24_000; a++) {
      const order = permutation(4, new Draws(rootKey(a))).join("");
      places.set(order, (places.get(order) ?? 0) + 1);
    }
    expect(places.size).toBe(24);
    expect(unevenness([...places.values()])).toBeLessThan(within(23));
    const first = new Array<number>(7).fill(0);
    for (let key = rootKey(3), i = 0; i < 14_000; i++) {
      key = branchKey(key, i & 1);
      first[permutation(7, new Draws(key))[0]]++;
    }
    expect(unevenness(first)).toBeLessThan(within(6));
  });

  it("at a node is independent of the one below: pairs of first attributes are uniform", () => {
    const pairs = new Array<number>(25).fill(0);
    for (let seed = 0; seed < 20_000; seed++) {
      const key = rootKey(seed);
      const below = branchKey(key, 0);
      pairs[5 * permutation(5, new Draws(key))[0] + permutation(5, new Draws(below))[0]]++;
    }
    expect(unevenness(pairs)).toBeLessThan(within(24));
  });
});
