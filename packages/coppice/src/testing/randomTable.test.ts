import { expect, it } from "vitest";
import { columnOf } from "../table/table.js";
import { few, grades, levels, numbers, randomTable } from "./randomTable.js";

const attributes = { x: numbers("normal"), z: few(3), n: levels(4), o: grades(2, 0.9) };
const shape = { rows: 400, seed: 3, attributes, classes: 3 };
const missingIn = (cells: ArrayLike<number>) =>
  Array.from(cells).filter((x) => Number.isNaN(x) || x < 0).length / cells.length;

it("is the same table for the same seed, and another for another", () => {
  expect(randomTable(shape)).toEqual(randomTable(shape));
  expect(randomTable({ ...shape, seed: 4 })).not.toEqual(randomTable(shape));
});

it("has the attributes, the weights and the target, in this order", () => {
  const { columns, rows } = randomTable({ ...shape, weights: "fractions" });
  expect(rows).toBe(400);
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    ...["x numeric", "z numeric", "n nominal", "o ordered", "w numeric", "y nominal"],
  ]);
});

it("leaves gaps only where they are wanted, an attribute's own share before the table's", () => {
  const table = randomTable({ ...shape, gaps: 0.2 });
  const [n, o, y] = ["n", "o", "y"].map((name) => (columnOf(table, name) as { codes: Int32Array }).codes);
  expect(missingIn(n)).toBeCloseTo(0.2, 1);
  expect(missingIn(o)).toBeGreaterThan(0.8);
  expect(missingIn(y)).toBe(0);
  expect(missingIn((columnOf(randomTable(shape), "o") as { codes: Int32Array }).codes)).toBe(0);
});

it("makes the class depend on the attributes in a share of the rows", () => {
  const table = randomTable({ ...shape, attributes: { n: levels(3) }, signal: 1 });
  const [n, y] = table.columns.map((column) => Array.from((column as { codes: Int32Array }).codes));
  // A level's code times 11, modulo 3.
  expect(y).toEqual(n.map((code) => (2 * code) % 3));
});
