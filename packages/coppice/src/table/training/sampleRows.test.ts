import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { sampleClasses, sampleRows } from "./sampleRows.js";

itHolds(
  "draws distinct rows in order, from all over the table",
  100,
  [fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 200 })],
  (rows, most) => {
    const sample = sampleRows(rows, most);
    expect(sample.length).toBe(Math.min(rows, most));
    sample.forEach((row, i) => {
      expect(row).toBeGreaterThanOrEqual(Math.floor((i * rows) / sample.length));
      expect(row).toBeLessThan(Math.floor(((i + 1) * rows) / sample.length));
    });
  },
);

it("draws as many rows of a rare class as of a common one", () => {
  // 990 rows of one class and 30 of another; 20 of each are requested, then 100 of each.
  const codes = Int32Array.from({ length: 1020 }, (_, row) => (row % 34 === 5 ? 1 : 0));
  const counts = (most: number) => {
    const sample = sampleClasses(codes, 3, most);
    return [0, 1].map((code) => sample.filter((row) => codes[row] === code).length);
  };
  expect(counts(40)).toEqual([20, 20]);
  expect(counts(200)).toEqual([100, 30]);
});
