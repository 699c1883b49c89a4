import { expect, test } from "vitest";
import { cases } from "../../../test/kit/cases.js";
import { ColumnBuilder } from "../builder.js";
import { cellText, type NominalColumn } from "../column.js";
import { interpretTexts, type NotationOptions, type TextFacts } from "./interpret.js";

/** The interpretation of a column of these cells. */
function interpret(cells: readonly string[], options: NotationOptions = {}, facts: Partial<TextFacts> = {}) {
  const builder = new ColumnBuilder("x", { type: "nominal" });
  for (const cell of cells) builder.addText(cell);
  const column = builder.finish() as NominalColumn;
  const { columns, warnings } = interpretTexts(column, options, { taken: new Set(["x"]), ...facts });
  const [first] = columns;
  return {
    type: first.type,
    notation: first.notation,
    cells: cells.map((_, row) => cellText(first, row)),
    names: columns.map(({ name }) => name),
    codes: warnings.map(({ code }) => code),
    messages: warnings.map(({ message }) => message),
    warnings,
  };
}

const many = Array.from({ length: 40 }, (_, i) => String(i));
const utc = (year: number, month: number, day: number) => String(Date.UTC(year, month - 1, day));

/** Cells, how they are read, what is said of them, and the options. */
test.each(cases`
  # three digits after every comma: thousands
  1,234 | 5,678 | 12 → 1234 | 5678 | 12 → NUMBERS_IN_TEXT DECIMAL_AMBIGUOUS
  # any other count: a decimal comma
  1,234 | 5,67 → 1.234 | 5.67 → NUMBERS_IN_TEXT
  # a second comma, a point after it, a leading zero or the option decide it
  1,234 | 1,234,567 → 1234 | 1234567 → NUMBERS_IN_TEXT
  1,234 | 1,234.5 → 1234 | 1234.5 → NUMBERS_IN_TEXT
  1.234 | 1.234,5 → 1234 | 1234.5 → NUMBERS_IN_TEXT
  1,234 | 0,234 → 1.234 | 0.234 → NUMBERS_IN_TEXT
  1,234 → 1.234 → NUMBERS_IN_TEXT → {"decimal":","}
  1,234 → 1234 → NUMBERS_IN_TEXT → {"decimal":"."}
  # points after a sign are decimal points
  € 1.234 | € 5.678 → 1.234 | 5.678 → NUMBERS_IN_TEXT DECIMAL_AMBIGUOUS
  # one unit throughout, and numbers without one
  12 kg | 7.5kg | 3 → 12 | 7.5 | 3 → NUMBERS_IN_TEXT
  1 year | 12 years → 1 | 12 → NUMBERS_IN_TEXT
  USD 5 | $6 → 5 | 6 → NUMBERS_IN_TEXT
`)("%s are numbers: %s, with %s, %s", (text, read, codes, options) => {
  const found = interpret(text.split(" | "), options ? JSON.parse(options) : {});
  expect(found).toMatchObject({ type: "numeric", cells: read.split(" | "), codes: codes.split(" ") });
});

test.each([
  ...["12 kg | 7 lb", "12a | 13a", "3 doors | 5 doors | many doors", "0 | 1 | 2 | 3 or more"],
  ...["10-20 | 20-30", "<5 | 5+ | 10", "1st | 2nd | 3rd", "A1 | B2"],
  ...["2024-03-15 | soon", "1.2.3 | 1.2.4", "2010-11 | 2012-13", "01234 | n/a"],
])("%s stay text", (text) => {
  const cells = text.split(" | ");
  expect(interpret(cells)).toMatchObject({ type: "nominal" });
  if (!text.includes("n/a")) expect(interpret(cells)).toMatchObject({ cells });
});

test("what is read in one of two ways is said, with the flag for the other and the notation", () => {
  const comma = 'the commas in "x" are read as thousands separators, but could be decimal commas';
  const decimal = { flag: "--decimal ,", option: 'decimal: ","', effect: "if so" };
  const { warnings } = interpret(["1,234", "5,678", "12"]);
  expect(warnings[1]).toEqual({ code: "DECIMAL_AMBIGUOUS", column: "x", message: comma, remedy: decimal });
  const point = 'the points in "x" are read as decimal points, but could separate thousands';
  expect(interpret(["€ 1.234", "€ 5.678"]).messages[1]).toBe(point);
  expect(interpret(["1,234", "5,67"]).notation).toEqual({ kind: "number", decimal: "," });
  expect(interpret(["12 kg", "7.5kg", "3"]).notation).toMatchObject({ kind: "number", unit: "kg" });
});

test("the known notation decides it too, unless the column does not fit it", () => {
  const hint = { kind: "number", decimal: ",", group: "." } as const;
  expect(interpret(["1,234"], {}, { hint })).toMatchObject({ cells: ["1.234"], codes: [] });
  expect(interpret(["$1.234"], {}, { hint: { ...hint, unit: "$" } }).cells).toEqual(["1234"]);
  expect(interpret(["1234.50", "2.25"], {}, { hint, number: true }).cells).toEqual(["1234.5", "2.25"]);
});

test("what spreadsheets write for missing numbers, unless the user sets the markers", () => {
  const words = ["N/A", "n/a", "#N/A", "#VALUE!", "#DIV/0!", "NULL", "nan"];
  const { type, cells, messages } = interpret(["1", "2", ...words]);
  expect(type).toBe("numeric");
  expect(cells.slice(2)).toEqual(words.map(() => undefined));
  expect(messages).toEqual(['"x" holds numbers; 7 cells ("#DIV/0!", "#N/A", "#VALUE!", …) are missing']);
  expect(interpret(["n/a", "1", "2"], { missing: ["?"] })).toMatchObject({ type: "nominal", codes: [] });
});

test.each(["-", "--", "unknown", "none", "."])(
  "%s, which may be a level, is missing only among many numbers",
  (word) => {
    expect(interpret([word, "1", "2"]).type).toBe("nominal");
    expect(interpret([word, ...many])).toMatchObject({ type: "numeric", codes: ["NUMBERS_IN_TEXT"] });
    const cells = [word, "red", "blue"];
    expect(interpret(cells)).toMatchObject({ type: "nominal", cells });
  },
);

test("a stray is missing, and named with its row; not a level in one of twenty rows or more", () => {
  const { type, cells, messages } = interpret([...many, "twelve"]);
  expect(type).toBe("numeric");
  expect(cells[40]).toBeUndefined();
  const message = '"x" holds numbers except for "twelve" (row 41): that cell is treated as missing';
  expect(messages).toEqual([message]);
  expect(interpret([...many, ...Array(10).fill("twelve")]).type).toBe("nominal");
});

test("too many strays: text, and what to do about it", () => {
  // 40 numbers and 4 words: more than one in twenty of the distinct cells.
  const { type, warnings } = interpret([...many, "one", "two", "three", "four"]);
  expect(type).toBe("nominal");
  const message =
    'most cells of "x" are numbers, but 4 cells are not, such as "four" (row 44), "one" (row 41), "three" (row 43) and 1 more: read as text (nominal)';
  const option = 'missing: ["four","one","three"]';
  const remedy = { flag: '--missing "four,one,three"', option, effect: "if these mark missing values" };
  expect(warnings).toEqual([{ code: "MOSTLY_NUMERIC", column: "x", message, remedy }]);
});

test("a number above 12 distinguishes day from month, for the whole column", () => {
  expect(interpret(["3/4/2024", "3/15/2024"])).toMatchObject({
    notation: { kind: "time", shows: "date", order: "mdy" },
    cells: [utc(2024, 3, 4), utc(2024, 3, 15)],
    codes: ["DATE_AS_NUMBER"],
  });
  expect(interpret(["3/4/2024", "15/3/2024"]).cells[0]).toBe(utc(2024, 4, 3));
});

test("otherwise the month comes first with slashes, with a warning and the flag", () => {
  const { cells, warnings } = interpret(["3/4/2024", "5/6/2024"]);
  expect(cells[0]).toBe(utc(2024, 3, 4));
  const message = 'the dates of "x" are ambiguous: read as month before day';
  const remedy = { flag: "--dates dmy", option: 'dates: "dmy"', effect: "if the day comes first" };
  expect(warnings[1]).toEqual({ code: "DATE_ORDER_AMBIGUOUS", column: "x", message, remedy });
  const told = interpret(["3/4/2024", "5/6/2024"], { dates: "dmy" });
  const codes = ["DATE_AS_NUMBER"];
  expect(told).toMatchObject({ cells: [utc(2024, 4, 3), utc(2024, 6, 5)], codes });
  expect(interpret(["3.4.2024", "5.6.2024"])).toMatchObject({ notation: { order: "dmy" }, codes });
  const hint = { kind: "time", shows: "date", order: "dmy" } as const;
  expect(interpret(["3/4/2024"], {}, { hint }).cells).toEqual([utc(2024, 4, 3)]);
});

test("parts that take more than one value are derived, unless their name is taken", () => {
  expect(interpret(["2024-03-15", "2024-03-16"]).names).toEqual(["x", "x.weekday"]);
  expect(interpret(["2024-03", "2023-04"]).names).toEqual(["x", "x.year", "x.month"]);
  expect(interpret(["2024-03-15 10:00", "2024-03-15 11:00"]).names).toEqual(["x", "x.hour"]);
  expect(interpret(["10:00", "11:00"]).names).toEqual(["x"]);
  const taken = new Set(["x", "x.weekday"]);
  expect(interpret(["2024-03-15", "2024-03-16"], {}, { taken }).names).toEqual(["x"]);
});

/** Spellings of a pair are merged, in the usual form; other levels stay as they are. */
test.each(cases`
  Yes yes yes NO no NO → yes yes yes no no no → the spellings "NO", "Yes", "no", "yes" of "x" are merged into "no" and "yes"
  t F T → T F T → the spellings "F", "T", "t" of "x" are merged into "F" and "T"
  Yes no YES No y → Yes No Yes No Yes → the spellings "No", "YES", "Yes", "no", "y" of "x" are merged into "No" and "Yes"
  y n Y n No → y n y n n → the spellings "No", "Y", "n", "y" of "x" are merged into "n" and "y"
  y no → y no →
  y Y x → y Y x →
  yes no → yes no →
  Yes yes maybe → Yes yes maybe → levels of "x" differ only in case or blanks: "Yes" and "yes"; they are kept as separate levels
  a A b → a A b →
  01234 98765 → 01234 98765 → "x" holds digits with leading zeros, such as "01234": read as text (nominal, 2 levels)
`)("the levels %s are read as %s", (text, read, message) => {
  const { cells, messages, notation } = interpret(text.split(" "));
  expect({ cells, messages }).toEqual({ cells: read.split(" "), messages: message ? [message] : [] });
  expect(notation?.kind).toBe(message.includes("merged") ? "spelling" : undefined);
});

test("digits that no double can hold, and plain numbers in quotes of a format that distinguishes them, are text", () => {
  expect(interpret(["9007199254740993", "5"]).messages[0]).toContain("more digits than a number can hold");
  expect(interpret(["5", "6"], {}, { typed: true }).type).toBe("nominal");
  expect(interpret(["$5", "$6"], {}, { typed: true }).type).toBe("numeric");
});
