import fc from "fast-check";
import { expect, it } from "vitest";
import type { Column } from "./column.js";
import { firstEqualRows } from "./duplicates.js";

const cell = fc.constantFrom(0, -0, 1, 0.1, Number.NaN, 1e300);

it("is the first row with the same cells", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, fc.integer({ min: -1, max: 2 })), { minLength: 1, maxLength: 60 }),
      (rows) => {
        const columns: Column[] = [
          { type: "numeric", name: "x", values: Float64Array.from(rows, ([x]) => x) },
          { type: "nominal", name: "c", levels: ["a", "b", "c"], codes: Int32Array.from(rows, ([, c]) => c) },
        ];
        const expected = rows.map(([x, c]) =>
          rows.findIndex((other) => Object.is(other[0], x) && other[1] === c),
        );
        expect([...firstEqualRows(columns, rows.length)]).toEqual(expected);
      },
    ),
  );
});

it("examines as many rows as requested", () => {
  const column: Column = { type: "numeric", name: "x", values: Float64Array.of(5, 5, 6, 5) };
  expect([...firstEqualRows([column], 3)]).toEqual([0, 0, 2]);
});
