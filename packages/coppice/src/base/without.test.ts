import { expect, it } from "vitest";
import { without } from "./without.js";

it("removes rows that are listed in the same order, and keeps the order of the others", () => {
  const rows = Int32Array.of(2, 3, 5, 7, 11);
  expect(Array.from(without(rows, Int32Array.of(2, 7)))).toEqual([3, 5, 11]);
  expect(Array.from(without(rows, new Int32Array(0)))).toEqual([2, 3, 5, 7, 11]);
  expect(Array.from(without(rows, rows))).toEqual([]);
});
