import { expect, it } from "vitest";
import type { NominalColumn } from "../table/column.js";
import { columnOf, type Table } from "../table/table.js";
import { few, grades, levels, numbers, randomTable } from "./randomTable.js";

const attributes = { x: numbers("normal"), z: few(3), n: levels(4), o: grades(2, 0.9) };
const shape = { rows: 400, seed: 3, attributes, classes: 3 };
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

const codesOf = (table: Table, name: string) => Array.from((columnOf(table, name) as NominalColumn).codes);

it("leaves gaps only where they are wanted, an attribute's own share before the table's", () => {
  const missingIn = (table: Table, name: string) =>
    codesOf(table, name).filter((code) => code < 0).length / table.rows;
  const table = randomTable({ ...shape, gaps: 0.2 });
  expect(missingIn(table, "n")).toBeCloseTo(0.2, 1);
  expect(missingIn(table, "o")).toBeGreaterThan(0.8);
  expect(missingIn(table, "y")).toBe(0);
  expect(missingIn(randomTable(shape), "o")).toBe(0);
});

it("makes the class depend on the attributes in a share of the rows", () => {
  const table = randomTable({ ...shape, attributes: { n: levels(3) }, signal: 1 });
  // A level's code times 11, modulo 3.
  expect(codesOf(table, "y")).toEqual(codesOf(table, "n").map((code) => (2 * code) % 3));
});
