import { expect, it } from "vitest";
import { labelsOf, likeliest } from "./combine.js";

it("probabilities that differ by rounding alone are a tie, which the lowest class wins", () => {
  const shares = Float64Array.of(0.5, 0.5 + 1e-13, 0, 0.2, 0.3, 0.5);
  expect([0, 1].map((row) => likeliest(shares, row, 3))).toEqual([0, 2]);
  expect([...labelsOf(shares, 3, undefined)]).toEqual([0, 2]);
});

it("with losses the label is that of the lowest expected loss", () => {
  const loss = [
    [0, 1],
    [3, 0],
  ];
  // Saying class 0 costs 3 · 0.3, saying class 1 costs 0.7.
  expect([...labelsOf(Float64Array.of(0.7, 0.3), 2, loss)]).toEqual([1]);
});
