import { expect, it } from "vitest";
import { ringnorm, twonorm } from "./norm.js";
import { mean, numbers, tally, texts, variance, within } from "./testing.js";

const ROWS = 10000;
const two = twonorm({ rows: ROWS, seed: 2 });
const ring = ringnorm({ rows: ROWS, seed: 2 });
const A = 0.4472; // 2/√20
const x = (table: typeof two) => Array.from({ length: 20 }, (_, j) => numbers(table, `x${j + 1}`));

it("has 20 attributes and equally likely classes", () => {
  for (const table of [two, ring]) {
    expect(table.columns.map(({ name }) => name).slice(19)).toEqual(["x20", "class"]);
    // Binomial(10000, 1/2): deviation 50; four are 200.
    expect(Math.abs(tally(table, "class")[0] - 5000)).toBeLessThan(200);
  }
});

it("twonorm's classes have the means ±2/√20 and variance 1", () => {
  for (const name of ["x1", "x10", "x20"]) {
    // Standard errors over 5000 rows: of the mean 0.014, of the variance √(2/5000) = 0.02. Four of each.
    expect(Math.abs(mean(within(two, name, "1")) - A)).toBeLessThan(0.057);
    expect(Math.abs(mean(within(two, name, "2")) + A)).toBeLessThan(0.057);
    expect(Math.abs(variance(within(two, name, "1")) - 1)).toBeLessThan(0.08);
    expect(Math.abs(variance(within(two, name, "2")) - 1)).toBeLessThan(0.08);
  }
});

it("twonorm's best error is Φ(-2) = 0.0228, by the sign of the sum", () => {
  const columns = x(two);
  const wrong = texts(two, "class").filter(
    (label, row) => columns.reduce((sum, column) => sum + column[row], 0) > 0 !== (label === "1"),
  );
  // Standard error √(0.0228·0.9772/10000) = 0.0015; four are 0.006.
  expect(Math.abs(wrong.length / ROWS - 0.0228)).toBeLessThan(0.006);
});

it("ringnorm's classes have variance 4 around 0 and 1 around 2/√20", () => {
  for (const name of ["x1", "x10", "x20"]) {
    // Four standard errors over 5000 rows: of the means 0.113 and 0.057, of the variances 4·√(2/5000)·4 and ·1.
    expect(Math.abs(mean(within(ring, name, "1")))).toBeLessThan(0.113);
    expect(Math.abs(mean(within(ring, name, "2")) - A)).toBeLessThan(0.057);
    expect(Math.abs(variance(within(ring, name, "1")) - 4)).toBeLessThan(0.32);
    expect(Math.abs(variance(within(ring, name, "2")) - 1)).toBeLessThan(0.08);
  }
});

it("ringnorm's best error is about 1.2%, by the likelihood ratio", () => {
  const columns = x(ring);
  const wrong = texts(ring, "class").filter((label, row) => {
    const wide = columns.reduce((sum, column) => sum + column[row] ** 2, 0) / 8 + 20 * Math.log(2);
    const narrow = columns.reduce((sum, column) => sum + (column[row] - 2 / Math.sqrt(20)) ** 2, 0) / 2;
    return wide < narrow !== (label === "1");
  });
  // Standard error √(0.0124·0.9876/10000) = 0.0011; four are 0.0044.
  expect(Math.abs(wrong.length / ROWS - 0.0124)).toBeLessThan(0.0044);
});

it("keeps the clouds as far apart in fewer dimensions", () => {
  const flat = twonorm({ rows: ROWS, attributes: 4 });
  expect(flat.columns).toHaveLength(5);
  expect(Math.abs(mean(within(flat, "x4", "1")) - 1)).toBeLessThan(0.057); // 2/√4
});
