import { expect, test, vi } from "vitest";
import { cases, unescaped } from "../../../test/kit/cases.js";
import { isDeep } from "../../../test/kit/length.js";
import { lateRefusal } from "../../../test/kit/refusal.js";
import { useKernels } from "../../kernels/support.js";
import { DISTINCT_NUMBERS } from "../../table/builder.js";
import { cellText } from "../../table/column.js";
import { parseSchema } from "../../table/declare.js";
import type { ColumnType } from "../../table/schema.js";
import { nominal, numeric, ordered } from "../../testing/index.js";
import { bytesOf } from "../bytes.js";
import { type ReadOptions, readFormat } from "../read.js";

const read = (content: string | Uint8Array, options: ReadOptions = {}) =>
  readFormat("csv", bytesOf("t.csv", content), options);

/** Rows of strings, null where missing. */
async function cells(content: string | Uint8Array, options: ReadOptions = {}): Promise<(string | null)[][]> {
  const { table } = await read(content, options);
  return Array.from({ length: table.rows }, (_, row) =>
    table.columns.map((column) => cellText(column, row) ?? null),
  );
}

const namesOf = async (content: string) => (await read(content)).table.columns.map(({ name }) => name);
const warned = async (content: string, options: ReadOptions = {}) =>
  (await read(content, options)).warnings.map(({ code }) => code);
const fault = (content: string | Uint8Array, options: ReadOptions = {}) =>
  lateRefusal(() => read(content, options));

const declared = (columns: object[]) => ({ schema: parseSchema({ columns }) });

test("types, levels and missing values", async () => {
  const { table, schema, declared } = await read("mass,sex\n3.5,m\nNA,f\n-1e3,\n");
  const columns = [numeric("mass", [3.5, Number.NaN, -1000]), nominal("sex", ["f", "m"], [1, 0, -1])];
  expect(table).toMatchObject({ rows: 3, columns });
  const sex = { name: "sex", type: "nominal", levels: ["f", "m"] };
  expect(schema).toEqual({ columns: [{ name: "mass", type: "numeric" }, sex] });
  expect(declared.size).toBe(0);
});

test.each([
  ["LF", "a,b\n1,x\n2,y\n"],
  ["CRLF", "a,b\r\n1,x\r\n2,y\r\n"],
  ["CR", "a,b\r1,x\r2,y\r"],
  ["no last line break", "a,b\n1,x\n2,y"],
  ["blank lines at the end", "a,b\n1,x\n2,y\n\n  \n\r\n"],
  ["byte order mark", "\ufeffa,b\n1,x\n2,y\n"],
  ["blanks around cells", " a ,\tb\n1 , x \n 2,y\t\n"],
  ["quotes", '"a","b"\n"1","x"\n 2 , "y" \n'],
  ["semicolons", "a;b\n1;x\n2;y\n"],
  ["tabs", "a\tb\n1\tx\n2\ty\n"],
  ["bars", "a|b\n1|x\n2|y\n"],
])("%s", async (_, content) => {
  expect(await namesOf(content)).toEqual(["a", "b"]);
  expect(await cells(content)).toEqual(["1 x", "2 y"].map((row) => row.split(" ")));
});

test("quoted cells keep blanks, delimiters, doubled quotes and line breaks", async () => {
  expect(await cells('a,b\n" x ","1,2"\n"say ""hi""","one\r\ntwo"\n"",\'q\n5" pipe,z\n')).toEqual([
    [" x ", "1,2"],
    ['say "hi"', "one\r\ntwo"],
    [null, "'q"],
    ['5" pipe', "z"],
  ]);
});

test.each(cases`
  # the delimiter is detected outside quotes, from the lines that agree with the header
  "a,b,c";d\n"1,x";3\n → [["1,x","3"]]
  a;b,c\n1;2\n3;4 → [["1","2"],["3","4"]]
  a,b\n1;2,3\n → [["1;2","3"]] → {"delimiter":","}
  a b\n1 2\n → [["1","2"]] → {"delimiter":" "}
  # a blank line in a table of one column is a missing value
  a\n1\n\n2\n""\n\n → [["1"],[null],["2"],[null]]
  a,b\n,2\n1,\n,\n → [[null,"2"],["1",null],[null,null]]
  # a column with certain decimal commas, or semicolons, tell decimal commas from thousands
  ph;mass;cls\n6,269;0,847;a\n6,510;0,495;b\n → [["6.269","0.847","a"],["6.51","0.495","b"]]
  ph;cls\n6,269;a\n6,510;b\n → [["6.269","a"],["6.51","b"]]
  ph\tmass\n"6,269"\t"0,84"\n"6,510"\t"0,4"\n → [["6.269","0.84"],["6.51","0.4"]]
  n;x\n6,269;1.5\n6,510;2.5\n → [["6269","1.5"],["6510","2.5"]]
  a;b\n3,5;1.004\n2,25;2.500\n → [["3.5","1004"],["2.25","2500"]] → {"decimal":","}
  # a column that is declared numeric may hold numbers written as text
  price,n\n"$1,234.50",1\n$99.00,2\n → [["1234.5","1"],["99","2"]] → {"schema":{"columns":[{"name":"price","type":"numeric"}]}}
  price;n\n1,234;5\n → [["1.234","5"]] → {"schema":{"columns":[{"name":"price","type":"numeric","notation":{"kind":"number","decimal":","}}]}}
`)("%j is read as %s, with %s", async (content, rows, options) => {
  expect(await cells(unescaped(content), options ? JSON.parse(options) : {})).toEqual(JSON.parse(rows));
});

test("a TSV file's delimiter is the tab, and an empty cell between tabs is missing", async () => {
  const { table } = await readFormat("tsv", bytesOf("t.tsv", "a,b\tc\n1,5\t\n"));
  expect(table.columns.map((column) => column.name)).toEqual(["a,b", "c"]);
});

test("of delimiters that divide all lines alike the comma is preferred, then the semicolon", async () => {
  expect(await namesOf("a,b;c\n1,2;3\n")).toEqual(["a", "b;c"]);
  expect(await namesOf("a;b|c\n1;2|3\n")).toEqual(["a", "b|c"]);
});

test("names from Object's prototype are ordinary names", async () => {
  const content = "__proto__,constructor,toString\n1,__proto__,x\n2,hasOwnProperty,x\n";
  const types = new Map<string, ColumnType>([["__proto__", "nominal"]]);
  const { table, schema } = await read(content, { types });
  expect(schema.columns).toEqual([
    { name: "__proto__", type: "nominal", levels: ["1", "2"] },
    { name: "constructor", type: "nominal", levels: ["__proto__", "hasOwnProperty"] },
    { name: "toString", type: "nominal", levels: ["x"] },
  ]);
  expect(table.rows).toBe(2);
});

test("declared types and levels", async () => {
  const content = "id,size,g\n007,NA,?\n010,small,x\n";
  const options = declared([
    { name: "id", type: "string" },
    { name: "size", type: "ordered", levels: ["small", "NA"] },
    { name: "g", type: "ordered" },
  ]);
  const { table, declared: names, warnings } = await read(content, options);
  const id = { ...nominal("id", ["007", "010"], [0, 1]), type: "string" };
  const size = ordered("size", ["small", "NA"], [1, 0]);
  expect(table.columns).toEqual([id, size, ordered("g", ["x"], [-1, 0])]);
  expect([...names]).toEqual(["id", "size", "g"]);
  expect(warnings.map(({ code, column }) => `${code} ${column}`)).toEqual(["LEVEL_ORDER g", "CONSTANT g"]);
});

test("target and weight of the given schema are in the result", async () => {
  const schema = parseSchema({ target: "y", weight: "w", columns: [] });
  expect((await read("x,y,w\n1,a,1\n", { schema })).schema).toMatchObject({ target: "y", weight: "w" });
  const { schema: without } = await read("x,w\n1,1\n", { schema, schemaMayExceed: true });
  expect(without).not.toHaveProperty("target");
  expect(without.weight).toBe("w");
});

test("numbers in other notations are text", async () => {
  const { table } = await read("a,b,c\n0x10,Infinity,1e999\n");
  expect(new Set(table.columns.map(({ type }) => type))).toEqual(new Set(["nominal"]));
});

test.each(cases`
  → FILE_EMPTY: t.csv is empty
  \ufeff\n\n → FILE_EMPTY: t.csv is empty
  a,b\n → TABLE_NO_ROWS: t.csv has 2 columns and no rows
  a,b\n\n\n → TABLE_NO_ROWS: t.csv has 2 columns and no rows
  a,b\n1,2\n1,2,3\n → CSV_RAGGED: t.csv, line 3: expected 2 cells as in the header, found 3
  a,b\n1\n → CSV_RAGGED: t.csv, line 2: expected 2 cells as in the header, found 1
  a,b\n"x\r\ny",2\n1\n → CSV_RAGGED: t.csv, line 4: expected 2 cells as in the header, found 1
  a,b,c,b\n1,2,3,4\n → COLUMN_DUPLICATE: t.csv, line 1, cell 4: the column name "b" already appears in cell 2: rename one of the two
  ,,\n1,2,3\n → CSV_SYNTAX: t.csv, line 1, cell 1: the line of column names is empty
  a,b\n1,"x\n2,y\n → CSV_SYNTAX: t.csv, line 2, cell 2: the quote that opens here is never closed
  a,b\n1,x\n2,"y"z\n → CSV_SYNTAX: t.csv, line 3, cell 2: text after the closing quote; a quote within a quoted cell is written ""
  a\n1\n → OPTION_RANGE: delimiter must be one ASCII character other than a quote or a line break; got "::" → {"delimiter":"::"}
  \na,b\n1,2\n → CSV_SYNTAX: t.csv, line 1: a blank line before the line of column names → {"skipLines":0}
  a,b\n1,2\n\n3,4\n → CSV_RAGGED: t.csv, line 3: expected 2 cells as in the header, found a blank line
  x,w\n1,1\n → COLUMN_UNKNOWN: the schema names a column "y" that the table does not have; did you mean "x"? → {"schema":{"target":"y","columns":[]}}
  sex\nmael\n → LEVEL_UNKNOWN: t.csv, line 2, cell 1: "mael" is not a declared level of "sex"; did you mean "male"? → {"schema":{"columns":[{"name":"sex","type":"nominal","levels":["male","female"]}]}}
  # The comma too many is the cause, not the text that it moved under "mass".
  sex,mass\nmale, young,1\n → CSV_RAGGED: t.csv, line 2: expected 2 cells as in the header, found 3 → {"schema":{"columns":[{"name":"mass","type":"numeric"}]}}
  price,n\n$5,1\nmuch,2\n → CELL_TYPE: t.csv, row 2: expected a number for "price", found "much"; declare it nominal or add "much" to the missing markers → {"schema":{"columns":[{"name":"price","type":"numeric"}]}}
`)("%j is refused: %s, with %s", async (content, message, options) => {
  expect(await fault(unescaped(content), options ? JSON.parse(options) : {})).toBe(message);
});

test("bytes that are not UTF-8, though UTF-8 is declared", async () => {
  const utf8 = { encoding: "utf-8" };
  const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  const cell = 'CSV_SYNTAX: t.csv, line 3, cell 2: the cell of "b" is not valid UTF-8 text';
  expect(await fault(latin("a,b\n1,x\n2,caf\xe9\n"), utf8)).toBe(cell);
  const number = declared([{ name: "b", type: "numeric" }]);
  expect(await fault(latin("a,b\n1,1\n2,\xe9\n"), { ...number, ...utf8 })).toBe(cell);
  const levels = declared([{ name: "b", type: "nominal", levels: ["x"] }]);
  expect(await fault(latin("a,b\n1,x\n2,\xe9\n"), { ...levels, ...utf8 })).toBe(cell);
  const name = "CSV_SYNTAX: t.csv, line 1, cell 2: the column name is not valid UTF-8 text";
  expect(await fault(latin("a,\xe9\n1,x\n"), utf8)).toBe(name);
});

test("a cell that does not fit its declared type", async () => {
  const sex = { name: "sex", type: "nominal", levels: ["male", "female"] };
  const options = declared([{ name: "mass", type: "numeric" }, sex]);
  const error = await read('sex,mass\nmale,1\n"female",n.k.\n', options).catch((e) => e);
  const message =
    't.csv, line 3, cell 2: expected a number for "mass", found "n.k."; declare it nominal or add "n.k." to the missing markers';
  const facts = { name: "mass", rule: "a number", value: "n.k.", line: 3, column: 2 };
  expect(error.toJSON()).toEqual({ code: "CELL_TYPE", message, ...facts });
  const said = await fault("sex,mass\nmale,1e999\n", options);
  expect(said).toMatch(/^CELL_TYPE: t.csv, line 2, cell 2: .*found "1e999"/);
});

test("texts after thousands of numbers: the file is read again and every spelling is kept", async () => {
  const n = DISTINCT_NUMBERS + 10;
  const numbers = Array.from({ length: n }, (_, i) => `${i}.50,${i},${i}`);
  // As many words as numbers: neither column is numeric with a few stray cells.
  const words = Array.from({ length: n }, (_, i) => `word ${i},,word ${i}`);
  const source = bytesOf("t.csv", `id,x,late\n${[...numbers, ...words, "7.50,5,7"].join("\n")}\n`);
  const open = vi.fn(source.open);
  const { table, declared } = await readFormat("csv", { ...source, open });
  expect(open).toHaveBeenCalledTimes(2); // both spoiled columns are found in the first pass
  expect(table.columns.map((column) => column.type)).toEqual(["nominal", "numeric", "nominal"]);
  const [id, x, late] = table.columns;
  expect([cellText(id, 7), cellText(id, n), cellText(id, 2 * n)]).toEqual(["7.50", "word 0", "7.50"]);
  expect([cellText(x, n), cellText(x, 2 * n), cellText(late, n)]).toEqual([undefined, "5", "word 0"]);
  expect(declared.size).toBe(0);
});

test("hundreds of thousands of levels, in a few seconds", async () => {
  const n = isDeep ? 1_000_000 : 200_000;
  // 7919 is prime and does not divide n, so that i -> 7919 i mod n visits every level once.
  const parts = Array.from({ length: n }, (_, i) => `level-${(i * 7919) % n}`);
  const { table, warnings } = await read(`id\n${parts.join("\n")}\n`);
  const column = table.columns[0];
  if (column.type === "numeric") throw new Error("expected levels");
  expect(column.levels.length).toBe(n);
  expect(column.levels.slice(0, 3)).toEqual(["level-0", "level-1", "level-10"]);
  expect(cellText(column, 2)).toBe("level-15838");
  expect(warnings.map((warning) => warning.code)).toEqual(["ID_LIKE", "MANY_LEVELS"]);
}, 15_000);

test("columns without a name get one, or are dropped if empty", async () => {
  const { table, warnings } = await read(",a,column 3,,\n0,x,1,5,\n1,y,2,6,\n");
  const called = (column: string) => {
    const message = `a column without a name is called "${column}"`;
    return { code: "UNNAMED_COLUMN", column, message };
  };
  expect(table.columns.map(({ name }) => name)).toEqual(["column 1", "a", "column 3", "column 4"]);
  expect(warnings.filter(({ code }) => code === "UNNAMED_COLUMN")).toEqual([
    { code: "UNNAMED_COLUMN", message: "1 column has neither a name nor values: dropped" },
    called("column 1"),
    called("column 4"),
  ]);
});

test("points in a table with decimal commas cause a warning", async () => {
  const content = "a;b\n3,5;1.004\n2,25;2.500\n";
  const { table, warnings } = await read(content);
  expect(cellText(table.columns[1], 0)).toBe("1.004");
  const said = warnings.map(({ code, column }) => `${code} ${column}`);
  expect(said).toEqual(["NUMBERS_IN_TEXT a", "DECIMAL_AMBIGUOUS b"]);
  const message =
    '"a" has decimal commas, but "b" is read with decimal points, which could separate thousands';
  expect(warnings[1].message).toBe(message);
  expect((await read("a;b\n3,5;7\n", { decimal: "," })).table.columns[1].type).toBe("numeric");
  expect(await warned("ph;mass;cls\n6,269;0,847;a\n6,510;0,495;b\n")).not.toContain("DECIMAL_AMBIGUOUS");
  expect(await warned("n;x\n6,269;1.5\n6,510;2.5\n")).toContain("DECIMAL_AMBIGUOUS");
});

test.each([
  ["sep=;\nx;y\n1,5;b\n", {}],
  ["\ufeffsep=;\r\nx;y\r\n1,5;b\r\n", {}],
  ['"sep=;"\nx;y\n1,5;b\n', {}],
  ["SEP=^^\nx^y\n1,5^b\n", {}],
  ["sep=,\nx;y\n1,5;b\n", { delimiter: ";" }],
])("a first line that names the delimiter is skipped: %j", async (content, options) => {
  const { table } = await read(content, options);
  expect(table.columns.map(({ name }) => name)).toEqual(["x", "y"]);
  expect(table.columns[0]).toMatchObject({ type: "numeric", values: Float64Array.of(1.5) });
  expect(table.warnings?.[0]).toMatchObject({ code: "TITLE_LINES" });
  expect(table.warnings?.[0].message).toMatch(/^the first line, "[^"]*", skipped: it names the delimiter/);
});

test("lines are counted from the one that names the delimiter, and titles may follow it", async () => {
  expect(await fault("sep=;\nx;y\n1;2\n3\n")).toContain("line 4");
  const { table } = await read("sep=;\nReport\nx;y\n1;2\n3;4\n");
  const message = "the first 2 lines above the column names skipped: the names are on line 3";
  expect(table.warnings?.map((warning) => warning.message)).toContain(message);
  expect((await read("sep=;\nx;y\n1;2\n", { skipLines: 1 })).table.columns).toHaveLength(2);
  expect((await read("sep=a\nb\n")).table.columns[0].name).toBe("sep=a");
});

test.each([
  ["Total,9,\n", "the last row (4) has", 1],
  ["Total,9,\n,,\n,,\n", "the last row (4) has", 3],
  ["Grand Total,9,\n,,\nGenerated by SAP,,\n", "the last row above the notes (4) has", 3],
  ["Total,9,\n,,\n,,Page 1\nEnd,,\n", "the last row above the notes (4) has", 4],
])("a row of totals is found above blank lines and notes: %j", async (footer, start, lines) => {
  const content = `region,x,y\nS,1,a\nN,2,b\nS,3,a\n${footer}`;
  const warning = (await read(content)).warnings.find(({ code }) => code === "TOTALS_ROW");
  expect(warning).toMatchObject({ column: "region", remedy: { option: `skipLastLines: ${lines}` } });
  expect(warning?.message).toContain(start);
  expect((await read(content, { skipLastLines: lines })).table.rows).toBe(3);
  expect(await warned(content, { skipLastLines: lines })).not.toContain("TOTALS_ROW");
});

test("lines of tabs are blank: skipping does not count them", async () => {
  const content = "region\tx\ty\nS\t1\ta\nN\t2\tb\nTotal\t3\t\n\t\t\nEnd\t\t\n";
  const warning = (await read(content)).warnings.find(({ code }) => code === "TOTALS_ROW");
  expect(warning?.remedy?.option).toBe("skipLastLines: 2");
  expect((await read(content, { skipLastLines: 2 })).table.rows).toBe(2);
});

test.each(["Total,9,\nS,4,b\n", "S,4,b\nEnd,,\n"])("no row of totals: %j", async (footer) =>
  expect(await warned(`region,x,y\nS,1,a\nN,2,b\n${footer}`)).not.toContain("TOTALS_ROW"),
);

/** More than the sample from which the delimiter is guessed: the header is then read by itself. */
const LONG = 20_000;

test.each([
  ["plain", "a,b", "\n"],
  ["CR and LF", "a,b", "\r\n"],
  ["CR alone", "a,b", "\r"],
  ["a line break within a name", '"a\nof two lines",b', "\n"],
])("a long table whose header is read by itself: %s", async (_, header, end) => {
  const rows = Array.from({ length: LONG }, (_, row) => `${row / 8},${row % 3 === 0 ? "x" : "y"}`);
  const content = [header, ...rows].join(end);
  const fast = await read(content);
  useKernels(false);
  const slow = await read(content);
  useKernels(true);
  expect(fast).toEqual(slow);
  expect(fast.table.rows).toBe(LONG);
  const line = header.split("\n").length + 5;
  expect(await fault([header, ...rows.slice(0, 4), "1,2,3", ...rows].join(end))).toContain(`line ${line}`);
});
