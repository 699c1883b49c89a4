import { expect, it } from "vitest";
import { drawnCounts } from "./bag.js";

const bag = { key: 7, share: 1, replacement: true };
const rows = 600;
const keys = Int32Array.from({ length: rows }, (_, row) => 3 * row + 1);
const weights = Float64Array.from(keys, (key) => 1 + (key % 5));
const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);

it("some of the rows count as often as they do among all, weighted or not", () => {
  for (const all of [
    { rows, keys, totalWeight },
    { rows, keys, weights, totalWeight },
  ]) {
    const parts = [0, 200, 400].map((from) => {
      const some = { keys: keys.subarray(from, from + 200), totalWeight, rows: 200, of: rows };
      const given = "weights" in all ? { ...some, weights: weights.subarray(from, from + 200) } : some;
      return [...drawnCounts(bag, given)];
    });
    expect(parts.flat()).toEqual([...drawnCounts(bag, all)]);
  }
});

it("rows of twice the weight are drawn twice as often, and as many as there are in all", () => {
  const counts = drawnCounts(bag, { rows, keys, weights, totalWeight });
  const drawn = counts.reduce((sum, count) => sum + count, 0);
  // Poisson's law: within four standard deviations of the number of rows.
  expect(Math.abs(drawn - rows)).toBeLessThan(4 * Math.sqrt(rows));
  const mean = (weight: number) => {
    const own = [...counts].filter((_, row) => weights[row] === weight);
    return own.reduce((sum, count) => sum + count, 0) / own.length;
  };
  expect(Math.abs(mean(4) / mean(2) - 2)).toBeLessThan(0.7);
});
