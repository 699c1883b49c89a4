import { expect, it } from "vitest";
import { cases, unescaped } from "../../test/kit/cases.js";
import { refusal } from "../../test/kit/refusal.js";
import type { Column, NumericColumn } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import { makeTable } from "../table/table.js";
import { partSchema } from "../table/timeParts.js";
import { numeric as column, nominal as levelsColumn } from "../testing/index.js";
import { bind } from "./bind.js";
import { cellReader } from "./cellReader.js";

const numeric = (name: string, ...values: number[]) => column(name, values);
const wants = (name: string, ...levels: string[]): ColumnSchema => ({ name, type: "nominal", levels });
const wantsNumber = (name: string, notation?: ColumnSchema["notation"]): ColumnSchema => ({
  ...{ name, type: "numeric" },
  ...(notation && { notation }),
});
const nominal = (name: string, levels: string[], ...codes: number[]) => levelsColumn(name, levels, codes);
const of = (attribute: ColumnSchema, given: Column) => bind([attribute], makeTable([given]));
const cellsFor = (attribute: ColumnSchema, given: Column) => [...of(attribute, given).cells[0]];
const refused = (attribute: ColumnSchema, given: Column) => refusal(() => of(attribute, given));

it("passes numbers on as they are", () => {
  const given = numeric("x", 1.5, Number.NaN);
  const { cells, warnings } = of(wantsNumber("x"), given);
  expect(cells[0]).toBe(given.values);
  expect(warnings).toEqual([]);
});

const size: ColumnSchema = { name: "size", type: "ordered", levels: ["s", "m", "l"] };
const proto = nominal("__proto__", ["constructor", "toString"], 0, 1);
it.each<[string, ColumnSchema, Column, number[]]>([
  [
    "codes by the names of levels",
    wants("c", "blue", "red"),
    nominal("c", ["red", "blue"], 0, 1, -1),
    [1, 0, -1],
  ],
  [
    "codes as numbers, if levels are ordered",
    size,
    nominal("size", ["l", "s"], 0, 1, -1),
    [2, 0, Number.NaN],
  ],
  // "1" is matched by its text; "01" and "1.0" both mean 1, and neither is "1".
  ["the level of a number's text", wants("n", "01", "1.0", "1"), numeric("n", 1), [2]],
  ["no level of two of the same value", wants("n", "01", "1.0"), numeric("n", 1), [-1]],
  ["numbers of levels that are numbers", wantsNumber("x"), nominal("x", ["1.0", "-2e1"], 1, 0), [-20, 1]],
  ["missing numbers of missing levels", wantsNumber("x"), nominal("x", ["1.0"], -1), [Number.NaN]],
  ["levels of names as of prototypes", wants("__proto__", "toString", "constructor"), proto, [1, 0]],
  ["no such level", wants("__proto__", "x"), proto, [-1, -1]],
])("cells are %s", (_, attribute, given, cells) => {
  expect(cellsFor(attribute, given)).toEqual(cells);
});

it("treats unseen levels as missing, with one warning per column for those that occur", () => {
  const given = nominal("c", ["a", "b", "d", "e", "f", "never"], 0, 1, 2, 3, 4, 1);
  const { cells, warnings } = of(wants("c", "a"), given);
  expect([...cells[0]]).toEqual([0, -1, -1, -1, -1, -1]);
  const message =
    'column "c": 5 cells have levels the model never saw ("b", "d", "e", and 1 more); taken as missing';
  expect(warnings).toEqual([{ code: "UNSEEN_LEVELS", column: "c", message }]);
  expect(of(wants("c", "a"), nominal("c", ["a", "never"], 0, 0)).warnings).toEqual([]);
  const [one] = of(wants("c", "a"), nominal("c", ["z"], 0)).warnings;
  expect(one.message).toContain('1 cell has a level the model never saw ("z")');
});

it("matches numbers with levels by text and by value", () => {
  const { cells, warnings } = of(wants("n", "2.50", "1"), numeric("n", 1, 2.5, 7, Number.NaN));
  expect([...cells[0]]).toEqual([1, 0, -1, -1]);
  expect(warnings[0].message).toContain('("7")');
});

it("rejects text if the model needs numbers", () => {
  for (const text of ["high", " ", "Infinity"])
    expect(refused(wantsNumber("x"), nominal("x", ["1", text], 0))).toBe(
      `CELL_TYPE: the model needs a number in the column "x"; the table has ${JSON.stringify(text)}`,
    );
});

it("names the absent column and the nearest present one", () => {
  const absent = () => of(wants("colour", "a"), nominal("color", ["a"], 0));
  expect(refusal(absent)).toBe(
    'MODEL_MISMATCH: the model needs a column "colour", which the table does not have; did you mean "color"?',
  );
  expect(absent).toThrow(expect.objectContaining({ facts: expect.objectContaining({ name: "colour" }) }));
});

it("reads texts in the notation of the attribute's training table", () => {
  const price = wantsNumber("price", { kind: "number", decimal: ",", group: "." });
  const texts = nominal("price", ["1.004,31", "2.000", "7", "n/a"], 0, 1, 2, 3, -1);
  expect(cellsFor(price, texts)).toEqual([1004.31, 2000, 7, Number.NaN, Number.NaN]);
  expect(refused(price, nominal("price", ["5 kg"], 0))).toBe(
    'CELL_TYPE: the model needs a number in the column "price"; the table has "5 kg"',
  );
});

it("refuses numbers of another unit, and dates for numbers, in a table that was read otherwise", () => {
  const number = (unit?: string) => ({ kind: "number", ...(unit && { unit }) }) as const;
  const [plain, dollars] = [number(), number("$")].map((notation) => wantsNumber("price", notation));
  const clock = wantsNumber("price", { kind: "time", shows: "time" });
  const given = (notation: NumericColumn["notation"] & object) => ({ ...numeric("price", 1, 2), notation });
  expect(cellsFor(dollars, given(number("USD")))).toEqual([1, 2]);
  expect(cellsFor(dollars, numeric("price", 1, 2))).toEqual([1, 2]);
  expect(refused(dollars, given(number("€")))).toBe(
    'MODEL_MISMATCH: the model needs a number, plain or in "$" in the column "price"; the table has numbers in "€"',
  );
  expect(refused(plain, given(number("kg")))).toContain('the table has numbers in "kg"');
  expect(refused(plain, given({ kind: "time", shows: "date" }))).toBe(
    'MODEL_MISMATCH: the model needs a number in the column "price"; the table has dates',
  );
  expect(cellsFor(clock, numeric("price", Number.NaN))).toEqual([Number.NaN]);
  expect(refused(clock, given({ kind: "time", shows: "date" }))).toContain("has dates");
});

it("maps spelling variants to one level", () => {
  const gift: ColumnSchema = { ...wants("gift", "no", "yes"), notation: { kind: "spelling" } };
  const { cells, warnings } = of(gift, nominal("gift", ["NO", "Yes ", "?"], 0, 1, 2));
  expect([...cells[0]]).toEqual([0, 1, -1]);
  expect(warnings.map(({ code }) => code)).toEqual(["UNSEEN_LEVELS"]);
});

it.each(cases`
    FALSE TRUE → true False t yes → 1 0 -1 -1
    No Yes → y N YES\u0020 true → 1 0 1 -1
    Y n → Yes no N nope → 0 1 1 -1
    no unknown yes → Yes y no NO → -1 -1 0 -1
    NO Yes yes → YES yes no y → -1 2 -1 -1
  `)("maps boolean words to a pair of levels: %s, %s", (levels, texts, wanted) => {
  const gift = wants("gift", ...levels.split(" "));
  const cells = texts.split(" ").map(unescaped);
  const codes = wanted.split(" ").map(Number);
  expect(cellsFor(gift, nominal("gift", cells, 0, 1, 2, 3))).toEqual(codes);
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
  expect(refused(month, days)).toBe(
    'MODEL_MISMATCH: the model needs a date or time in the column "day"; the table has plain numbers',
  );
  expect(cellsFor(month, nominal("day.month", ["June"], 0))).toEqual([5]);
  expect(refused(month, numeric("x", 1))).toContain('the model needs a column "day.month"');
});
