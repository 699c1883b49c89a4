import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { nominal, numeric } from "../testing/index.js";
import { firstEqualRows } from "./duplicates.js";

const cell = fc.constantFrom(0, -0, 1, 0.1, Number.NaN, 1e300);

it("is the first row with the same cells", () => {
  const rows = fc.array(fc.tuple(cell, fc.integer({ min: -1, max: 2 })), { minLength: 1, maxLength: 60 });
  forAll(100, [rows], (rows) => {
    const [numbers, codes] = [rows.map(([x]) => x), rows.map(([, c]) => c)];
    const columns = [numeric("x", numbers), nominal("c", ["a", "b", "c"], codes)];
    const first = ([x, c]: (typeof rows)[0]) => rows.findIndex((row) => Object.is(row[0], x) && row[1] === c);
    expect([...firstEqualRows(columns, rows.length)]).toEqual(rows.map(first));
  });
});

it("examines as many rows as requested", () => {
  expect([...firstEqualRows([numeric("x", [5, 5, 6, 5])], 3)]).toEqual([0, 0, 2]);
});
