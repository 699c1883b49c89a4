import { describe, expect, it } from "vitest";
import { refusal } from "../../test/kit/refusal.js";
import type { NumericColumn } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import { makeTable } from "../table/table.js";
import { partSchema } from "../table/timeParts.js";
import { bind } from "./bind.js";
import { cellReader } from "./cellReader.js";

const numeric = (name: string, ...values: number[]) =>
  ({ type: "numeric", name, values: Float64Array.from(values) }) as const;
const nominal = (name: string, levels: string[], ...codes: number[]) =>
  ({ type: "nominal", name, levels, codes: Int32Array.from(codes) }) as const;
const wants = (name: string, ...levels: string[]): ColumnSchema => ({ name, type: "nominal", levels });

describe("bind", () => {
  it("passes numbers on as they are", () => {
    const column = numeric("x", 1.5, Number.NaN);
    const { cells, warnings } = bind([{ name: "x", type: "numeric" }], makeTable([column]));
    expect(cells[0]).toBe(column.values);
    expect(warnings).toEqual([]);
  });

  it("maps level codes by name, not by position", () => {
    const table = makeTable([nominal("c", ["red", "blue"], 0, 1, -1, 0)]);
    const { cells, warnings } = bind([wants("c", "blue", "red")], table);
    expect([...cells[0]]).toEqual([1, 0, -1, 1]);
    expect(warnings).toEqual([]);
  });

  it("treats unseen levels as missing, with one warning per column", () => {
    const table = makeTable([nominal("c", ["a", "b", "d", "e", "f"], 0, 1, 2, 3, 4, 1)]);
    const { cells, warnings } = bind([wants("c", "a")], table);
    expect([...cells[0]]).toEqual([0, -1, -1, -1, -1, -1]);
    expect(warnings).toEqual([
      {
        code: "UNSEEN_LEVELS",
        column: "c",
        message:
          'column "c": 5 cells have levels the model never saw ("b", "d", "e", and 1 more); taken as missing',
      },
    ]);
  });

  it("does not warn of levels that do not occur", () => {
    const table = makeTable([nominal("c", ["a", "never"], 0, 0)]);
    expect(bind([wants("c", "a")], table).warnings).toEqual([]);
  });

  it("uses the singular for one cell", () => {
    const { warnings } = bind([wants("c", "a")], makeTable([nominal("c", ["z"], 0)]));
    expect(warnings[0].message).toContain('1 cell has a level the model never saw ("z")');
  });

  it("gives ordered attributes their code as a number and NaN for missing", () => {
    const attribute: ColumnSchema = { name: "size", type: "ordered", levels: ["s", "m", "l"] };
    const { cells } = bind([attribute], makeTable([nominal("size", ["l", "s"], 0, 1, -1)]));
    expect(cells[0]).toEqual(Float64Array.of(2, 0, Number.NaN));
  });

  it("matches numbers with levels by text and by value", () => {
    const table = makeTable([numeric("n", 1, 2.5, 7, Number.NaN)]);
    const { cells, warnings } = bind([wants("n", "2.50", "1")], table);
    expect([...cells[0]]).toEqual([1, 0, -1, -1]);
    expect(warnings[0].message).toContain('("7")');
  });

  it("does not choose between two levels of one value", () => {
    // "1" is matched by its text; "01" and "1.0" both mean 1, and neither is "1".
    expect([...bind([wants("n", "01", "1.0", "1")], makeTable([numeric("n", 1)])).cells[0]]).toEqual([2]);
    expect([...bind([wants("n", "01", "1.0")], makeTable([numeric("n", 1)])).cells[0]]).toEqual([-1]);
  });

  it("reads numbers from levels if every level is one", () => {
    const table = makeTable([nominal("x", ["1.0", "-2e1"], 1, 0, -1)]);
    const { cells } = bind([{ name: "x", type: "numeric" }], table);
    expect(cells[0]).toEqual(Float64Array.of(-20, 1, Number.NaN));
  });

  it("rejects text if the model needs numbers", () => {
    for (const text of ["high", " ", "Infinity"]) {
      const table = makeTable([nominal("x", ["1", text], 0)]);
      expect(refusal(() => bind([{ name: "x", type: "numeric" }], table))).toBe(
        `CELL_TYPE: the model needs a number in the column "x"; the table has ${JSON.stringify(text)}`,
      );
    }
  });

  it("names the absent column and the nearest present one", () => {
    const absent = () => bind([wants("colour", "a")], makeTable([nominal("color", ["a"], 0)]));
    expect(refusal(absent)).toBe(
      'MODEL_MISMATCH: the model needs a column "colour", which the table does not have; did you mean "color"?',
    );
    expect(absent).toThrow(expect.objectContaining({ facts: expect.objectContaining({ name: "colour" }) }));
  });

  it("handles names and levels such as __proto__", () => {
    const table = makeTable([nominal("__proto__", ["constructor", "toString"], 0, 1)]);
    expect([...bind([wants("__proto__", "toString", "constructor")], table).cells[0]]).toEqual([1, 0]);
    expect([...bind([wants("__proto__", "x")], table).cells[0]]).toEqual([-1, -1]);
  });

  it("reads texts in the notation of the attribute's training table", () => {
    const price: ColumnSchema = {
      name: "price",
      type: "numeric",
      notation: { kind: "number", decimal: ",", group: "." },
    };
    const table = makeTable([nominal("price", ["1.004,31", "2.000", "7", "n/a"], 0, 1, 2, 3, -1)]);
    expect([...bind([price], table).cells[0]]).toEqual([1004.31, 2000, 7, Number.NaN, Number.NaN]);
    const other = refusal(() => bind([price], makeTable([nominal("price", ["5 kg"], 0)])));
    expect(other).toBe('CELL_TYPE: the model needs a number in the column "price"; the table has "5 kg"');
  });

  it("refuses numbers of another unit, and dates for numbers, in a table that was read otherwise", () => {
    const number = (unit?: string) => ({ kind: "number", ...(unit && { unit }) }) as const;
    const price = (unit?: string): ColumnSchema => ({
      name: "price",
      type: "numeric",
      notation: number(unit),
    });
    const given = (notation?: NumericColumn["notation"]) =>
      makeTable([{ ...numeric("price", 1, 2), ...(notation && { notation }) }]);
    expect([...bind([price("$")], given(number("USD"))).cells[0]]).toEqual([1, 2]);
    expect([...bind([price("$")], given()).cells[0]]).toEqual([1, 2]);
    expect(refusal(() => bind([price("$")], given(number("€"))))).toBe(
      'MODEL_MISMATCH: the model needs a number, plain or in "$" in the column "price"; the table has numbers in "€"',
    );
    expect(refusal(() => bind([price()], given(number("kg"))))).toContain('the table has numbers in "kg"');
    const dates = refusal(() => bind([price()], given({ kind: "time", shows: "date" })));
    expect(dates).toBe('MODEL_MISMATCH: the model needs a number in the column "price"; the table has dates');
    const missing = makeTable([numeric("price", Number.NaN)]);
    const clock: ColumnSchema = { name: "price", type: "numeric", notation: { kind: "time", shows: "time" } };
    expect([...bind([clock], missing).cells[0]]).toEqual([Number.NaN]);
    expect(refusal(() => bind([clock], given({ kind: "time", shows: "date" })))).toContain("has dates");
  });

  it("maps spelling variants to one level", () => {
    const gift: ColumnSchema = { ...wants("gift", "no", "yes"), notation: { kind: "spelling" } };
    const { cells, warnings } = bind([gift], makeTable([nominal("gift", ["NO", "Yes ", "?"], 0, 1, 2)]));
    expect([...cells[0]]).toEqual([0, 1, -1]);
    expect(warnings.map(({ code }) => code)).toEqual(["UNSEEN_LEVELS"]);
  });

  it.each([
    [
      ["FALSE", "TRUE"],
      ["true", "False", "t", "yes"],
      [1, 0, -1, -1],
    ],
    [
      ["No", "Yes"],
      ["y", "N", "YES ", "true"],
      [1, 0, 1, -1],
    ],
    [
      ["Y", "n"],
      ["Yes", "no", "N", "nope"],
      [0, 1, 1, -1],
    ],
    [
      ["no", "unknown", "yes"],
      ["Yes", "y", "no", "NO"],
      [-1, -1, 0, -1],
    ],
    [
      ["NO", "Yes", "yes"],
      ["YES", "yes", "no", "y"],
      [-1, 2, -1, -1],
    ],
  ])("maps boolean words to a pair of levels: %j, %j", (levels, cells, codes) => {
    const gift = wants("gift", ...levels);
    expect([...bind([gift], makeTable([nominal("gift", cells, 0, 1, 2, 3)])).cells[0]]).toEqual(codes);
    expect(cells.map(cellReader(gift))).toEqual(codes);
  });

  it("maps true and false of a program to their level", () => {
    const read = cellReader(wants("gift", "FALSE", "TRUE"));
    expect([true, false, "n", 1, null].map(read)).toEqual([1, 0, -1, -1, Number.NaN]);
    expect([true, false].map(cellReader(wants("gift", "No", "Yes")))).toEqual([-1, -1]);
  });

  it("derives the parts of dates from their column, in any notation", () => {
    const notation = { kind: "time", shows: "date", order: "dmy" } as const;
    const month = partSchema({ of: "day", unit: "month", notation });
    const year = partSchema({ of: "day", unit: "year", notation });
    const texts = makeTable([nominal("day", ["03.04.2024", "2023-12-31"], 0, 1, -1)]);
    const derived = bind([month, year], texts).cells;
    // April and December, counted from 0.
    expect(derived.map((cells) => [...cells])).toEqual([
      [3, 11, Number.NaN],
      [2024, 2023, Number.NaN],
    ]);
    const days = numeric("day", Date.UTC(2024, 3, 3), Date.UTC(2023, 11, 31), Number.NaN);
    expect(bind([month, year], makeTable([{ ...days, notation }])).cells).toEqual(derived);
    expect(refusal(() => bind([month], makeTable([days])))).toBe(
      'MODEL_MISMATCH: the model needs a date or time in the column "day"; the table has plain numbers',
    );
    const given = makeTable([nominal("day.month", ["June"], 0)]);
    expect([...bind([month], given).cells[0]]).toEqual([5]);
    expect(refusal(() => bind([month], makeTable([numeric("x", 1)])))).toContain(
      'the model needs a column "day.month"',
    );
  });
});
