import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { SoloTeam } from "../team.js";
import { ColumnSorter } from "./sortColumn.js";

/** The twin: Array.prototype.sort, which is stable, over the numbers themselves. */
function twin(cells: Float64Array) {
  const key = (row: number) => (Number.isNaN(cells[row]) ? Number.POSITIVE_INFINITY : cells[row]);
  const order = Array.from(cells.keys()).sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
  const values = [...new Set(Array.from(cells, (x) => x + 0).filter((x) => !Number.isNaN(x)))].sort(
    (a, b) => a - b,
  );
  const rank = new Map(values.map((x, i) => [x, i]));
  const codes = Array.from(cells, (x) => rank.get(x + 0) ?? values.length);
  return { order, values, codes };
}

function check(cells: Float64Array): void {
  const { order, codes, values } = new ColumnSorter(new SoloTeam(), cells.length).sort(cells);
  const wanted = twin(cells);
  expect(Array.from(order)).toEqual(wanted.order);
  expect(Array.from(values)).toEqual(wanted.values);
  expect(Array.from(codes)).toEqual(wanted.codes);
}

describe("sorting a column", () => {
  const cell = fc.oneof(
    fc.double({ noDefaultInfinity: true }),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(-0, 0, 5e-324, -5e-324, 1.7e308, -1.7e308, 1e39, 3e39, Number.NaN),
    fc.integer({ min: 0, max: 100 }).map((i) => 1 + i * 2 ** -50),
  );

  itHolds(
    "equals a plain sort for any numbers",
    100,
    [fc.array(cell, { minLength: 1, maxLength: 200 })],
    (cells) => check(Float64Array.from(cells)),
  );

  it("sorts many numbers that are equal in single precision", () => {
    // 1 + k·2^-45 for 500 shuffled k all round to the single 1, so no pass over leading bits distinguishes them.
    check(Float64Array.from({ length: 500 }, (_, i) => 1 + ((i * 337) % 500) * 2 ** -45));
  });

  it("sorts columns of many rows and of few, whose leading digits differ or not", () => {
    // 20,000 rows are sorted by all bits of the nearest single, 5,000 by its leading ones.
    for (const rows of [20_000, 5000]) {
      const shuffled = (row: number) => (row * 7919) % rows;
      check(Float64Array.from({ length: rows }, (_, row) => Math.sin(shuffled(row)) * 10 ** (row % 7)));
      // Singles: halves with many ties, and missing values between them.
      check(
        Float64Array.from({ length: rows }, (_, row) => (row % 11 ? (shuffled(row) % 50) / 2 : Number.NaN)),
      );
      // No two of the leading digits differ, then not even the singles do.
      check(Float64Array.from({ length: rows }, (_, row) => 1000 + shuffled(row) * 2 ** -13));
      check(Float64Array.from({ length: rows }, (_, row) => 1000 + shuffled(row) * 2 ** -30));
    }
  });
});
