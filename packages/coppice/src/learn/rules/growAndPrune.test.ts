import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { bitsOf } from "../../base/bits.js";
import { random } from "../../base/random.js";
import { partsOf } from "./growAndPrune.js";

const rows = Int32Array.from({ length: 90 }, (_, i) => 2 * i);
const hits = rows.filter((row) => row % 6 === 0);
const ofClass = bitsOf(hits, 200);

it("the rows that grow and those that prune are all rows, a third of each kind prunes, both ascending within a kind", () => {
  forAll(100, [fc.integer(), fc.integer({ min: 2, max: 12 })], (seed, folds) => {
    const { grow, prune } = partsOf(rows, ofClass, folds, random(seed));
    expect([...grow, ...prune].sort((a, b) => a - b)).toEqual([...rows]);
    expect(prune.length).toBe(Math.floor(90 / folds));
    expect(prune.filter((row) => row % 6 === 0).length).toBe(Math.floor(30 / folds));
    const first = [...grow].filter((row) => row % 6 === 0);
    expect(first).toEqual([...first].sort((a, b) => a - b));
    expect([...grow.slice(0, first.length)]).toEqual(first);
  });
});

it("every row prunes as often as another", () => {
  const chance = random(1);
  const times = new Map<number, number>();
  for (let i = 0; i < 3000; i++) {
    for (const row of partsOf(rows, ofClass, 3, chance).prune) times.set(row, (times.get(row) ?? 0) + 1);
  }
  // 1000 are expected, with a standard deviation of 26.
  expect(Math.min(...times.values())).toBeGreaterThan(880);
  expect(Math.max(...times.values())).toBeLessThan(1120);
});

it("of too few rows of the class, all grow", () => {
  const { prune } = partsOf(rows, bitsOf([0, 2], 200), 3, random(1));
  expect(prune.some((row) => row < 4)).toBe(false);
});
