import { expect, it } from "vitest";
import { prepare } from "../../engine/problem.js";
import type { Column } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import { nominal, numeric } from "../../testing/index.js";
import { linearFit, penalty } from "./linearFit.js";
import { smoothed } from "./smoothed.js";
import { valueRows } from "./terms.js";

const dataOf = (...columns: Column[]) => valueRows(prepare(makeTable(columns), { target: "y" }));
const all = (n: number) => Int32Array.from({ length: n }, (_, i) => i);
const count = (n: number, make: (i: number) => number) => Array.from({ length: n }, (_, i) => make(i));
/** Columns that are functions of the number of the row. */
const dataBy = (rows: number, columns: Readonly<Record<string, (i: number) => number>>) =>
  dataOf(...Object.entries(columns).map(([name, make]) => numeric(name, count(rows, make))));

it("linearFit finds a line, and leaves out what does not pay", () => {
  // y = 3 + 2x; z alternates and says nothing.
  const data = dataBy(16, { x: (i) => i, z: (i) => i % 2, y: (i) => 3 + 2 * i });
  const fit = linearFit(data, all(16), [0, 1]);
  expect(fit.terms).toEqual([0]);
  expect(fit.coefficients[0]).toBeCloseTo(2, 12);
  expect(fit.intercept).toBeCloseTo(3, 12);
  expect(fit.error).toBeCloseTo(0, 6);
});

it("linearFit takes one of two columns that say the same", () => {
  const data = dataBy(20, { x: (i) => i, twice: (i) => 2 * i, y: (i) => i * i });
  const fit = linearFit(data, all(20), [0, 1]);
  expect(fit.terms).toHaveLength(1);
  // Least squares of i² on i for i = 0 … 19: slope 19, intercept 123.5 - 19 · 9.5 = -57
  expect(fit.intercept).toBeCloseTo(-57, 9);
});

it("linearFit takes a missing cell for the mean of the others", () => {
  const data = dataOf(
    numeric("x", [0, 1, 2, 3, 4, 5, 6, 7, 8, Number.NaN]),
    numeric("y", [0, 1, 2, 3, 4, 5, 6, 7, 8, 4]),
  );
  const fit = linearFit(data, all(10), [0]);
  expect(fit.means).toEqual([4]);
  expect(fit.coefficients[0]).toBeCloseTo(1, 12);
  expect(fit.intercept).toBeCloseTo(0, 12);
});

it("linearFit has a number for each four rows at most, and says the mean where there is nothing else", () => {
  const data = dataOf(
    numeric("a", [1, 2, 3, 4, 9, 3, 1]),
    numeric("b", [5, 1, 8, 2, 2, 7, 3]),
    numeric("same", [1, 1, 1, 1, 1, 1, 1]),
    numeric("y", [1, 7, 2, 9, 4, 4, 1]),
  );
  expect(linearFit(data, all(7), [0, 1, 2]).terms).toEqual([]);
  expect(linearFit(data, all(7), [0, 1, 2]).intercept).toBe(4); // 28 / 7
});

it("linearFit has levels in the order of their means", () => {
  // red 1, green 5, blue 3: the sets are {blue, green} and {green}.
  const codes = count(24, (i) => i % 3);
  const y = codes.map((code) => [1, 5, 3][code]);
  const data = dataOf(nominal("colour", ["red", "green", "blue"], codes), numeric("y", y));
  expect(data.terms.map(({ levels }) => levels)).toEqual([[1, 2], [1]]);
  const fit = linearFit(data, all(24), [0, 1]);
  expect(fit.intercept).toBeCloseTo(1, 12);
  expect(fit.coefficients.map((b) => Math.round(b * 1e9) / 1e9)).toEqual([2, 2]);
});

it("linearFit is penalised for its numbers", () => {
  expect(penalty(20, 2)).toBe(24 / 18);
  expect(penalty(2, 2)).toBe(10);
});

it("smoothed draws a leaf towards the nodes above it, by 15 rows each", () => {
  const fit = (intercept: number, weight: number, terms: number[], coefficients: number[]) => ({
    ...{ intercept, weight, terms, coefficients },
    ...{ means: terms.map(() => 1), error: 0 },
  });
  // (5·2 + 15·6) / 20 = 5; then (15·5 + 15·1) / 30 = 3. The slope: (5·4 + 15·0) / 20 = 1, then 1/2 + 8/2.
  const leaf = smoothed(fit(2, 5, [0], [4]), [fit(6, 15, [], []), fit(1, 40, [0, 3], [8, 2])]);
  expect(leaf).toMatchObject({ intercept: 3, terms: [0, 3], coefficients: [4.5, 1] });
});
