import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { GrowingColumn } from "./growingColumn.js";

const made = (parts: readonly number[][], room: number) => {
  const column = new GrowingColumn<Int32Array>((length) => new Int32Array(length));
  column.reserve(room);
  const held = parts.map((part) => {
    column.add(Int32Array.from(part));
    return column.held();
  });
  return { column, held };
};

const parts = fc.array(fc.array(fc.integer(), { maxLength: 20 }), { minLength: 1 });
itHolds(
  "a growing column holds what was added, as it held it before",
  100,
  [parts, fc.nat(200)],
  (given, room) => {
    const { column, held } = made(given, room);
    held.forEach((cells, i) => {
      expect(cells).toEqual(Int32Array.from(given.slice(0, i + 1).flat()));
    });
    expect(column.length).toBe(given.flat().length);
  },
);

it("a growing column returns where the cells are, to be changed there", () => {
  const { column } = made([[1, 2]], 10);
  column.add(Int32Array.of(3, 4))[0] = 7;
  expect(column.held()).toEqual(Int32Array.of(1, 2, 7, 4));
});

it("a growing column does not keep much room that it does not need", () => {
  expect(made([[1, 2, 3, 4]], 5).column.held().buffer.byteLength).toBe(20);
  expect(made([[1, 2, 3, 4]], 6).column.held().buffer.byteLength).toBe(16);
});
