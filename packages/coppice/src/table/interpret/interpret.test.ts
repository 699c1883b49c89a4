import { describe, expect, test } from "vitest";
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

const many = (text: (i: number) => string, count = 40) => Array.from({ length: count }, (_, i) => text(i));

describe("the decimal separator is decided for the whole column", () => {
  test("three digits after every comma: thousands, with a warning and the flag", () => {
    const { cells, codes, warnings } = interpret(["1,234", "5,678", "12"]);
    expect(cells).toEqual(["1234", "5678", "12"]);
    expect(codes).toEqual(["NUMBERS_IN_TEXT", "DECIMAL_AMBIGUOUS"]);
    expect(warnings[1]).toEqual({
      code: "DECIMAL_AMBIGUOUS",
      column: "x",
      message: 'the commas in "x" are read as thousands separators, but could be decimal commas',
      remedy: { flag: "--decimal ,", option: 'decimal: ","', effect: "if so" },
    });
  });

  test("any other count: a decimal comma", () => {
    const { cells, codes, notation } = interpret(["1,234", "5,67"]);
    expect(cells).toEqual(["1.234", "5.67"]);
    expect(notation).toEqual({ kind: "number", decimal: "," });
    expect(codes).toEqual(["NUMBERS_IN_TEXT"]);
  });

  test("a second comma, a point after it, or a leading zero decide it", () => {
    expect(interpret(["1,234", "1,234,567"])).toMatchObject({
      cells: ["1234", "1234567"],
      codes: ["NUMBERS_IN_TEXT"],
    });
    expect(interpret(["1,234", "1,234.5"])).toMatchObject({
      cells: ["1234", "1234.5"],
      codes: ["NUMBERS_IN_TEXT"],
    });
    expect(interpret(["1.234", "1.234,5"])).toMatchObject({
      cells: ["1234", "1234.5"],
      codes: ["NUMBERS_IN_TEXT"],
    });
    expect(interpret(["1,234", "0,234"])).toMatchObject({
      cells: ["1.234", "0.234"],
      codes: ["NUMBERS_IN_TEXT"],
    });
  });

  test("the user's option, or the known notation, decides it too", () => {
    expect(interpret(["1,234"], { decimal: "," })).toMatchObject({
      cells: ["1.234"],
      codes: ["NUMBERS_IN_TEXT"],
    });
    expect(interpret(["1,234"], { decimal: "." })).toMatchObject({
      cells: ["1234"],
      codes: ["NUMBERS_IN_TEXT"],
    });
    const hint = { kind: "number", decimal: ",", group: "." } as const;
    expect(interpret(["1,234"], {}, { hint })).toMatchObject({ cells: ["1.234"], codes: [] });
    expect(interpret(["$1.234"], {}, { hint: { ...hint, unit: "$" } }).cells).toEqual(["1234"]);
    // A column that does not fit the known notation is interpreted anew.
    expect(interpret(["1234.50", "2.25"], {}, { hint, number: true }).cells).toEqual(["1234.5", "2.25"]);
  });

  test("points after a sign are decimal points, with a warning where they could separate thousands", () => {
    const { cells, messages } = interpret(["€ 1.234", "€ 5.678"]);
    expect(cells).toEqual(["1.234", "5.678"]);
    expect(messages[1]).toBe('the points in "x" are read as decimal points, but could separate thousands');
  });
});

describe("units", () => {
  test("one unit throughout, and numbers without one", () => {
    expect(interpret(["12 kg", "7.5kg", "3"])).toMatchObject({
      cells: ["12", "7.5", "3"],
      notation: { kind: "number", unit: "kg" },
    });
    expect(interpret(["1 year", "12 years"]).cells).toEqual(["1", "12"]);
    expect(interpret(["USD 5", "$6"]).cells).toEqual(["5", "6"]);
  });

  test.each([
    [["12 kg", "7 lb"]],
    [["12a", "13a"]],
    [["3 doors", "5 doors", "many doors"]],
    [["0", "1", "2", "3 or more"]],
    [["10-20", "20-30"]],
    [["<5", "5+", "10"]],
    [["1st", "2nd", "3rd"]],
    [["A1", "B2"]],
  ])("%j stays text", (cells) => {
    expect(interpret(cells)).toMatchObject({ type: "nominal", cells });
  });
});

describe("missing values and strays", () => {
  test("what spreadsheets write for missing numbers", () => {
    const words = ["N/A", "n/a", "#N/A", "#VALUE!", "#DIV/0!", "NULL", "nan"];
    const { type, cells, messages } = interpret(["1", "2", ...words]);
    expect(type).toBe("numeric");
    expect(cells.slice(2)).toEqual(words.map(() => undefined));
    expect(messages).toEqual(['"x" holds numbers; 7 cells ("#DIV/0!", "#N/A", "#VALUE!", …) are missing']);
  });

  test("words that may be levels are missing values only among many numbers", () => {
    for (const word of ["-", "--", "unknown", "none", "."]) {
      expect(interpret([word, "1", "2"]).type).toBe("nominal");
      expect(interpret([word, ...many(String)])).toMatchObject({
        type: "numeric",
        codes: ["NUMBERS_IN_TEXT"],
      });
      expect(interpret([word, "red", "blue"])).toMatchObject({
        type: "nominal",
        cells: [word, "red", "blue"],
      });
    }
  });

  test("if the user sets the missing markers, no other word is one", () => {
    expect(interpret(["n/a", "1", "2"], { missing: ["?"] })).toMatchObject({ type: "nominal", codes: [] });
  });

  test("a stray is missing, and named with its row", () => {
    const { type, cells, warnings } = interpret([...many(String), "twelve"]);
    expect(type).toBe("numeric");
    expect(cells[40]).toBeUndefined();
    expect(warnings.map(({ message }) => message)).toEqual([
      '"x" holds numbers except for "twelve" (row 41): that cell is treated as missing',
    ]);
  });

  test("too many strays: text, and what to do about it", () => {
    // 40 numbers and 4 words: more than one in twenty of the distinct cells.
    const { type, warnings } = interpret([...many(String), "one", "two", "three", "four"]);
    expect(type).toBe("nominal");
    expect(warnings).toEqual([
      {
        code: "MOSTLY_NUMERIC",
        column: "x",
        message:
          'most cells of "x" are numbers, but 4 cells are not, such as "four" (row 44), "one" (row 41), "three" (row 43) and 1 more: read as text (nominal)',
        remedy: {
          flag: '--missing "four,one,three"',
          option: 'missing: ["four","one","three"]',
          effect: "if these mark missing values",
        },
      },
    ]);
  });

  test("a level in one of twenty rows or more is not a stray", () => {
    expect(interpret([...many(String), ...Array(10).fill("twelve")]).type).toBe("nominal");
  });
});

describe("dates", () => {
  test("a number above 12 distinguishes day from month, for the whole column", () => {
    expect(interpret(["3/4/2024", "3/15/2024"])).toMatchObject({
      notation: { kind: "time", shows: "date", order: "mdy" },
      cells: [String(Date.UTC(2024, 2, 4)), String(Date.UTC(2024, 2, 15))],
      codes: ["DATE_AS_NUMBER"],
    });
    expect(interpret(["3/4/2024", "15/3/2024"]).cells[0]).toBe(String(Date.UTC(2024, 3, 3)));
  });

  test("otherwise the month comes first with slashes, with a warning and the flag", () => {
    const { cells, warnings } = interpret(["3/4/2024", "5/6/2024"]);
    expect(cells[0]).toBe(String(Date.UTC(2024, 2, 4)));
    expect(warnings[1]).toEqual({
      code: "DATE_ORDER_AMBIGUOUS",
      column: "x",
      message: 'the dates of "x" are ambiguous: read as month before day',
      remedy: { flag: "--dates dmy", option: 'dates: "dmy"', effect: "if the day comes first" },
    });
    expect(interpret(["3/4/2024", "5/6/2024"], { dates: "dmy" })).toMatchObject({
      cells: [String(Date.UTC(2024, 3, 3)), String(Date.UTC(2024, 5, 5))],
      codes: ["DATE_AS_NUMBER"],
    });
    expect(interpret(["3.4.2024", "5.6.2024"])).toMatchObject({
      notation: { order: "dmy" },
      codes: ["DATE_AS_NUMBER"],
    });
    const hint = { kind: "time", shows: "date", order: "dmy" } as const;
    expect(interpret(["3/4/2024"], {}, { hint }).cells).toEqual([String(Date.UTC(2024, 3, 3))]);
  });

  test("parts that take more than one value are derived, unless their name is taken", () => {
    expect(interpret(["2024-03-15", "2024-03-16"]).names).toEqual(["x", "x.weekday"]);
    expect(interpret(["2024-03", "2023-04"]).names).toEqual(["x", "x.year", "x.month"]);
    expect(interpret(["2024-03-15 10:00", "2024-03-15 11:00"]).names).toEqual(["x", "x.hour"]);
    expect(interpret(["10:00", "11:00"]).names).toEqual(["x"]);
    const taken = new Set(["x", "x.weekday"]);
    expect(interpret(["2024-03-15", "2024-03-16"], {}, { taken }).names).toEqual(["x"]);
  });

  test.each([[["2024-03-15", "soon"]], [["1.2.3", "1.2.4"]], [["2010-11", "2012-13"]]])(
    "%j stays text",
    (cells) => {
      expect(interpret(cells).type).toBe("nominal");
    },
  );
});

describe("levels", () => {
  test("spellings of one pair are merged, both in the usual case", () => {
    expect(interpret(["Yes", "yes", "yes", "NO", "no", "NO"])).toMatchObject({
      cells: ["yes", "yes", "yes", "no", "no", "no"],
      notation: { kind: "spelling" },
      messages: ['the spellings "NO", "Yes", "no", "yes" of "x" are merged into "no" and "yes"'],
    });
    expect(interpret(["t", "F", "T"]).cells).toEqual(["T", "F", "T"]);
  });

  test("yes and y, no and n are spellings of one level, in the usual form", () => {
    expect(interpret(["Yes", "no", "YES", "No", "y"])).toMatchObject({
      cells: ["Yes", "No", "Yes", "No", "Yes"],
      notation: { kind: "spelling" },
      messages: ['the spellings "No", "YES", "Yes", "no", "y" of "x" are merged into "No" and "Yes"'],
    });
    expect(interpret(["y", "n", "Y", "n", "No"]).cells).toEqual(["y", "n", "y", "n", "n"]);
    expect(interpret(["y", "no"])).toMatchObject({ cells: ["y", "no"], codes: [] });
    expect(interpret(["y", "Y", "x"])).toMatchObject({ cells: ["y", "Y", "x"], codes: [] });
  });

  test("a pair in one spelling, and other levels, stay as they are", () => {
    expect(interpret(["yes", "no"])).toMatchObject({ notation: undefined, codes: [] });
    expect(interpret(["Yes", "yes", "maybe"])).toMatchObject({
      cells: ["Yes", "yes", "maybe"],
      messages: [
        'levels of "x" differ only in case or blanks: "Yes" and "yes"; they are kept as separate levels',
      ],
    });
    expect(interpret(["a", "A", "b"]).codes).toEqual([]);
  });

  test("digits with leading zeros and digits that no double can hold stay text", () => {
    expect(interpret(["01234", "98765"])).toMatchObject({
      cells: ["01234", "98765"],
      messages: ['"x" holds digits with leading zeros, such as "01234": read as text (nominal, 2 levels)'],
    });
    expect(interpret(["9007199254740993", "5"]).messages[0]).toContain("more digits than a number can hold");
    expect(interpret(["01234", "n/a"]).type).toBe("nominal");
  });

  test("plain numbers in quotes are text if the format distinguishes them", () => {
    expect(interpret(["5", "6"], {}, { typed: true }).type).toBe("nominal");
    expect(interpret(["$5", "$6"], {}, { typed: true }).type).toBe("numeric");
  });
});
