import { expect, test } from "vitest";
import { cases, unescaped } from "../../../test/kit/cases.js";
import { lateRefusal } from "../../../test/kit/refusal.js";
import { nominal, numeric, ordered } from "../../testing/index.js";
import { bytesOf } from "../bytes.js";
import { type ReadOptions, readFormat } from "../read.js";

const read = (names: string, data: string, options: ReadOptions = {}) =>
  readFormat("c45", bytesOf("t.data", data), { ...options, names: bytesOf("t.names", names) });

test("classes first; the class is the last cell", async () => {
  const { table, schema, declared } = await read(
    [
      "| the golf data",
      "play, don't play.   | classes",
      "",
      "outlook: sunny, over  cast,",
      "         ra\\,in.",
      "temp\\. in F: continuous.",
      "windy: false, true",
      "id: ignore.",
      "where: discrete 3.",
      "size: [ordered] low, mid, high. note: label.",
    ].join("\n"),
    [
      "sunny, 85.5, false, 1, here, low, n1, don't play.",
      "over cast, ?, true, 2, there, high, n2, play",
      "| comment",
      "",
      "ra\\,in, 7., true, 3, here, mid, n3, play. | end",
    ].join("\n"),
  );
  expect(schema.target).toBe("class");
  expect(table.columns).toEqual([
    nominal("outlook", ["sunny", "over cast", "ra,in"], [0, 1, 2]),
    numeric("temp. in F", [85.5, Number.NaN, 7]),
    nominal("windy", ["false", "true"], [0, 1, 1]),
    nominal("where", ["here", "there"], [0, 1, 0]),
    ordered("size", ["low", "mid", "high"], [0, 2, 1]),
    { type: "string", name: "note", codes: Int32Array.of(0, 1, 2), levels: ["n1", "n2", "n3"], aside: true },
    nominal("class", ["play", "don't play"], [1, 0, 0]),
  ]);
  expect(declared.has("where")).toBe(true);
});

test("the target may be a named attribute", async () => {
  const { table, schema, warnings } = await read(
    "price.\nprice: continuous.\ncity: a, b.\nwhen: date.\n",
    "5,a,x\n6,b,y\n",
  );
  expect(schema.target).toBe("price");
  expect(table.columns.map((column) => column.name)).toEqual(["price", "city", "when"]);
  expect(warnings.map((warning) => warning.code)).toEqual(["DATE_AS_TEXT"]);
});

test("the user's types take precedence over the file's", async () => {
  const { schema } = await read("a, b.\nx: continuous.\n", "007,a\n7,b\n", {
    types: new Map([["x", "nominal"]]),
  });
  expect(schema.columns[0]).toEqual({ name: "x", type: "nominal", levels: ["007", "7"] });
});

test.each(cases`
  → 1,a\n → FILE_EMPTY: t.names is empty
  a, b.\nx: continuous.\n →  → FILE_EMPTY: t.data is empty
  a, b.\nx: continuous.\n → \n| none\n → TABLE_NO_ROWS: t.data has 2 columns and no rows
  x: continuous.\n → 1\n → C45_SYNTAX: t.names, line 1: expected the classes before the first attribute
  pric.\nprice: continuous.\n → 1\n → C45_SYNTAX: t.names, line 1: "pric" is neither a list of classes nor an attribute to predict; did you mean "price"?
  a, b.\nx continuous.\n → 1,a\n → C45_SYNTAX: t.names, line 2: expected "attribute: values", found "x continuous"
  a, b.\n: continuous.\n → 1,a\n → C45_SYNTAX: t.names, line 2: an attribute without a name
  a, b.\nx: y: z.\n → 1,a\n → C45_SYNTAX: t.names, line 2: a second colon in one entry
  a, b.\nx: y,\n → 1,a\n → C45_SYNTAX: t.names, line 2: the file ends inside this entry
  a, b.\nx: y, , z.\n → 1,a\n → C45_SYNTAX: t.names, line 2: an empty value among those of "x"
  a, b, a.\nx: y, z.\n → y,a\n → C45_SYNTAX: t.names, line 1: duplicate value "a" of "class"
  a, b.\nx: y, z.\nx: y, z.\n → y,a\n → COLUMN_DUPLICATE: t.names: duplicate attribute "x"
  a, b.\nclass: y, z.\n → y,a\n → COLUMN_DUPLICATE: t.names: duplicate attribute "class": the name is reserved for the target
  a, b.\nx: continuous.\n → 1,a\n1\n → C45_SYNTAX: t.data, line 2: expected 2 cells as in the names file, found 1
  a, b.\nx: continuous.\n → ,a\n → C45_SYNTAX: t.data, line 1, cell 1: an empty cell; a missing value is written ?
  a, b.\nx: discrete 1.\n → u,a\nv,b\n → C45_SYNTAX: t.data: "x" is declared discrete 1 and has 2 values
  a, b.\nx: y, z.\n → w,a\n → LEVEL_UNKNOWN: t.data, line 1, cell 1: "w" is not a declared level of "x"; did you mean "y"?
`)("names %s, data %s", async (names, data, message) => {
  expect(await lateRefusal(() => read(unescaped(names), unescaped(data)))).toBe(message);
});

test("a data file needs its names file", async () => {
  const alone = () => readFormat("c45", bytesOf("t.data", "1,a\n"));
  const message = "FILE_READ: t.data needs its .names file, which declares its columns";
  expect(await lateRefusal(alone)).toBe(message);
});
