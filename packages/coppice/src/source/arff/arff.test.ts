import { expect, test } from "vitest";
import { cases, unescaped } from "../../../test/kit/cases.js";
import { divided } from "../../../test/kit/divided.js";
import { lateRefusal } from "../../../test/kit/refusal.js";
import { cellText } from "../../table/column.js";
import { nominal, numeric } from "../../testing/index.js";
import { bytesOf } from "../bytes.js";
import { type ReadOptions, readFormat } from "../read.js";

const read = (content: string | Uint8Array, options: ReadOptions = {}) =>
  readFormat("arff", bytesOf("t.arff", content), options);
const fault = (content: string | Uint8Array, options: ReadOptions = {}) =>
  lateRefusal(() => read(content, options));
const HEAD = "@relation r\n@attribute a numeric\n@attribute b {x, y}\n@data\n";

test("names, types, quotes, escapes, comments and missing values", async () => {
  const { table, schema, declared, warnings } = await read(
    [
      "% a comment",
      "@RELATION 'any thing'",
      "@Attribute  'the mass'\tREAL   % in grams",
      '@attribute "say \\"hi\\"" {small, \'very large\', 50%, "it\'s"}',
      "@attribute __proto__ integer",
      "@attribute note string",
      "@attribute day date 'yyyy-MM-dd'",
      "",
      "@DATA",
      "% another",
      "1.5, small, 3, 'it\\'s\\tfine', 2020-01-01",
      "?,'very large' ,? , ?,'2020-01-02' % at the end",
      '-2e3\t50%  4\t"\\u00e9, % {x}" 2020-01-03',
    ].join("\r\n"),
  );
  expect(table.columns).toEqual([
    numeric("the mass", [1.5, Number.NaN, -2000]),
    nominal('say "hi"', ["small", "very large", "50%", "it's"], [0, 1, 2]),
    numeric("__proto__", [3, Number.NaN, 4]),
    { ...nominal("note", ["it's\tfine", "é, % {x}"], [0, -1, 1]), type: "string", aside: true },
    {
      ...numeric(
        "day",
        [1, 2, 3].map((day) => Date.UTC(2020, 0, day)),
      ),
      notation: { kind: "time", shows: "date" },
    },
    expect.objectContaining({ type: "ordered", name: "day.weekday", codes: Int32Array.of(2, 3, 4) }),
  ]);
  expect(schema.target).toBeUndefined();
  expect(declared.size).toBe(5);
  expect(warnings.map((warning) => [warning.code, warning.column])).toEqual([["DATE_AS_NUMBER", "day"]]);
});

test("dates in an unknown format stay text", async () => {
  const { table, warnings } = await read("@relation r\n@attribute day date\n@data\nnoon\nnight\n");
  expect(table.columns[0].type).toBe("string");
  const message = '"day" holds dates in an unknown format: read as text';
  expect(warnings).toEqual([{ code: "DATE_AS_TEXT", column: "day", message }]);
});

test("sparse rows omit zeros and first levels", async () => {
  const { table } = await read(`${HEAD}{0 5, 1 y}\n{}\n{1 ?}\n{ 0 -1.5 }\n`);
  expect(table.columns[0]).toMatchObject({ values: Float64Array.of(5, 0, 0, -1.5) });
  expect(table.columns[1]).toMatchObject({ codes: Int32Array.of(1, 0, -1, 0) });
});

test("row weights become the weight column; a row without one has weight 1", async () => {
  const { table, schema } = await read(`${HEAD}1,x\n2,y,{2.5}\n{0 3}, {0}\n4 y {7}\n5,x\n`);
  expect(table.columns[2]).toEqual(numeric("weight", [1, 2.5, 0, 7, 1]));
  expect(schema.weight).toBe("weight");
  const taken = await read("@attribute weight numeric\n@data\n1,{2}\n");
  expect(taken.schema.weight).toBe("weight_");
  const options = { schema: { weight: "a", columns: [] } };
  const message = "OPTION_CONFLICT: t.arff has row weights, but the schema names another weight column, a";
  expect(await fault(`${HEAD}1,x,{2}\n`, options)).toBe(message);
});

test("the user's types take precedence over the file's", async () => {
  const types = { a: "nominal", b: "ordered" } as const;
  const { schema, table } = await read(`${HEAD}007,y\n7,x\n`, { types: new Map(Object.entries(types)) });
  expect(schema.columns).toEqual([
    { name: "a", type: "nominal", levels: ["007", "7"] },
    { name: "b", type: "ordered", levels: ["x", "y"] },
  ]);
  expect(cellText(table.columns[1], 0)).toBe("y");
});

test.each(cases`
  \n% only\n → ARFF_SYNTAX: t.arff, line 2: the file ends before @data
  @data\n1\n → ARFF_SYNTAX: t.arff, line 1: @data before any @attribute
  hello\n → ARFF_SYNTAX: t.arff, line 1: expected @relation, @attribute or @data, found "hello"
  @attribute\n → ARFF_SYNTAX: t.arff, line 1: expected an attribute's name
  @attribute a\n → ARFF_SYNTAX: t.arff, line 1: expected a type for "a"
  @attribute '' numeric\n → ARFF_SYNTAX: t.arff, line 1: an attribute without a name
  @attribute 'a numeric\n → ARFF_SYNTAX: t.arff, line 1: the quote ' is never closed
  @attribute a number\n → ARFF_SYNTAX: t.arff, line 1: the type of "a" must be numeric, real, integer, string, date or {levels}; got "number"
  @attribute a numeric 5\n → ARFF_SYNTAX: t.arff, line 1: text after the end of the declaration
  @attribute a relational\n → ARFF_SYNTAX: t.arff, line 1: "a" is relational, which is not supported
  @attribute a {}\n → ARFF_SYNTAX: t.arff, line 1: "a" has no levels
  @attribute a {x y}\n → ARFF_SYNTAX: t.arff, line 1: expected , or } in the levels of "a"
  @attribute a {x,x}\n → ARFF_SYNTAX: t.arff, line 1: duplicate level "x" of "a"
  @attribute a real\n@attribute b real\n@attribute a real\n → COLUMN_DUPLICATE: t.arff, line 3: duplicate attribute "a": already declared at position 1
  HEAD  → TABLE_NO_ROWS: t.arff has 2 columns and no rows
  HEAD 1\n → ARFF_SYNTAX: t.arff, line 5: expected 2 cells as declared in the header, found 1
  HEAD 1,x,3\n → ARFF_SYNTAX: t.arff, line 5: expected 2 cells, found more
  HEAD 1,x,\n → ARFF_SYNTAX: t.arff, line 5: unexpected comma after the last cell
  HEAD ,x\n → ARFF_SYNTAX: t.arff, line 5: expected a cell for "a"; a missing value is written ?
  HEAD 1,x,{2\n → ARFF_SYNTAX: t.arff, line 5: expected } after the row's weight
  HEAD {2 5}\n → ARFF_SYNTAX: t.arff, line 5: the index of a sparse cell must be at most 1; got "2"
  HEAD {0 5,0 6}\n → ARFF_SYNTAX: t.arff, line 5: duplicate index 0 in a sparse row
  HEAD {0 5 1 x}\n → ARFF_SYNTAX: t.arff, line 5: expected , or } in a sparse row
  @attribute a string\n@data\n{}\n → ARFF_SYNTAX: t.arff, line 3: a sparse row omits the string "a"
  HEAD 1,x\nabc,x\n → CELL_TYPE: t.arff, line 6, cell 1: expected a number for "a", found "abc"; declare it nominal or add "abc" to the missing markers
  HEAD 1,X\n → LEVEL_UNKNOWN: t.arff, line 5, cell 2: "X" is not a declared level of "b"; did you mean "x"?
`)("%s", async (text, message) => {
  const content = text.startsWith("HEAD") ? HEAD + unescaped(text.slice(4).trim()) : unescaped(text);
  expect(await fault(content)).toBe(message);
});

test("the error for bytes that are not UTF-8 names their line", async () => {
  const bytes = Uint8Array.from("% x\r\n% \xe9\r\n", (c) => c.charCodeAt(0));
  expect(await fault(bytes)).toBe("ARFF_SYNTAX: t.arff, line 2: the line is not valid UTF-8 text");
});

test("lines do not depend on how the bytes are divided", async () => {
  const bytes = new TextEncoder().encode(`\ufeff${HEAD}1,x\n2,y`.replaceAll("\n", "\r\n"));
  const source = divided("t.arff", bytes, bytes.keys());
  expect((await readFormat("arff", source)).table).toEqual((await read(bytes)).table);
  expect(await fault(`${HEAD}1,x\r2,z\r`)).toMatch(/line 6, cell 2/);
});
