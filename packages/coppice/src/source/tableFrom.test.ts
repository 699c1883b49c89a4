import * as flechette from "@uwdata/flechette";
import * as arrow from "apache-arrow";
import * as aq from "arquero";
import fc from "fast-check";
import { expect, it } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { refusal } from "../../test/kit/refusal.js";
import { type Column, cellText } from "../table/column.js";
import { selectRows, type Table } from "../table/table.js";
import { bytesOf } from "./bytes.js";
import { readFormat } from "./read.js";
import { type TableData, tableFrom } from "./tableFrom.js";

/** Of each column the name, the type and the cells; `-` is missing. */
function textOf({ columns, rows }: Table): string[] {
  const cells = (column: Column) => Array.from({ length: rows }, (_, row) => cellText(column, row) ?? "-");
  return columns.map((column) => [`${column.name}:`, column.type, ...cells(column)].join(" "));
}

const wanted = ["age: numeric 31 - 44", "city: nominal Bonn Bonn -"];
const some = [{ age: 31, city: "Bonn" }, { city: "Bonn" }, { age: 44 }];
const city = ["Bonn", "Bonn", null];
const lists = { age: [31, null, 44], city };

const forms: [string, TableData][] = [
  ["rows as objects", [...some.slice(0, 2), { age: 44, city: null }]],
  ["rows as Maps", some.map((row) => new Map(Object.entries(row)))],
  ["columns", { age: [31, Number.NaN, 44], city: ["Bonn", "Bonn", undefined] }],
  ["typed columns", { age: Float32Array.of(31, Number.NaN, 44), city: ["Bonn", "Bonn", null] }],
  ["a Map of columns", new Map(Object.entries(lists))],
  [
    "texts, as a CSV parser gives them",
    ["31 Bonn", " Bonn", "44 NA"].map((row) => ({ age: row.split(" ")[0], city: row.split(" ")[1] })),
  ],
  ["big integers", { age: [31n, null, 44n], city: ["Bonn", "Bonn", null] }],
  [
    "a table split into names and rows",
    { columns: ["age", "city"], data: [0, 1, 2].map((i) => [lists.age[i], lists.city[i]]) },
  ],
  ["an iterable of rows", new Set(some)],
  ["a generator of batches", batches()],
  ["a list of lists of rows", [some.slice(0, 1), some.slice(1)]],
];
it.each(forms)("tableFrom accepts %s", (_, data) => expect(textOf(tableFrom(data))).toEqual(wanted));

function* batches() {
  yield { age: [31], city: ["Bonn"] };
  yield { age: [null, 44], city: ["Bonn", null] };
}

it("tableFrom accepts a matrix with names, in lists or in one typed array, row after row", () => {
  const columns = ["a", "b"];
  const made = ["a: numeric 1 3 5", "b: numeric 2 4 6"];
  const matrix = [1, 3, 5].map((first) => [first, first + 1]);
  for (const data of [matrix, Float64Array.from(matrix.flat()), matrix.map((row) => Int8Array.from(row))])
    expect(textOf(tableFrom(data, { columns }))).toEqual(made);
});

it("tableFrom accepts asynchronous rows and batches, as a promise", async () => {
  async function* rows() {
    yield* some;
  }
  async function* parts() {
    yield arrow.tableFromArrays({ age: [31], city: ["Bonn"] });
    yield some.slice(1);
  }
  expect(textOf(await tableFrom(rows()))).toEqual(wanted);
  expect(textOf(await tableFrom(parts()))).toEqual(wanted);
});

it("tableFrom accepts a table, or the result of reading a file, as it is", async () => {
  const made = tableFrom([{ a: 1 }]);
  expect(tableFrom(made)).toBe(made);
  const read = await readFormat("csv", bytesOf("a.csv", new TextEncoder().encode("a,b\n1,x\n2,y\n")));
  expect(tableFrom(read)).toBe(read.table);
  expect(read.table.warnings).toBe(read.warnings);
  expect(read.table.declared).toBe(read.declared);
  const again = tableFrom(read, { types: { a: "nominal" } });
  expect(textOf(again)).toEqual(["a: nominal 1 2", "b: nominal x y"]);
});

it("apache-arrow: nulls, dictionaries, big integers, dates, ordered levels, decimals", () => {
  const made = arrow.tableFromArrays({ ...lists, big: BigInt64Array.of(1n, 2n, 3n) });
  expect(textOf(tableFrom(made))).toEqual([...wanted, "big: numeric 1 2 3"]);
  const days = arrow.vectorFromArray([new Date(0), new Date(86_400_000)], new arrow.DateDay());
  const levels = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 1, true);
  const size = arrow.vectorFromArray(["small", "large"], levels);
  const words = [Uint32Array.of(12345, 0, 0, 0), new Uint32Array(4).fill(0xffffffff)];
  const price = arrow.vectorFromArray(words, new arrow.Decimal(2, 10));
  const table = tableFrom(new arrow.Table({ days, size, price }));
  // 1970 began on a Thursday.
  const both = ["days: numeric 0 86400000", "days.weekday: ordered Thursday Friday"];
  expect(textOf(table)).toEqual([...both, "size: ordered small large", "price: numeric 123.45 -0.01"]);
  expect((table.columns[2] as Column & { levels: string[] }).levels).toEqual(["small", "large"]);
  expect([...table.declared!]).toEqual(["size"]);
  expect(table.warnings?.map(({ code, column }) => [code, column])).toEqual([["DATE_AS_NUMBER", "days"]]);
});

it("apache-arrow: a record batch, and unsupported types", () => {
  const made = arrow.tableFromArrays(lists);
  expect(textOf(tableFrom(made.batches[0]))).toEqual(wanted);
  const type = new arrow.List(new arrow.Field("x", new arrow.Int32()));
  const vector = arrow.vectorFromArray([[1], [2]], type);
  expect(() => tableFrom(new arrow.Table({ vector }))).toThrow(
    /^the column "vector" has the unsupported type List<.*>$/,
  );
});

it("Flechette", () => {
  const day = [new Date(0), new Date(1), null];
  const cells = { ...lists, day, big: [1n, 2n, 3n], size: ["s", "l", "s"] };
  const size = flechette.dictionary(flechette.utf8(), flechette.int32(), true);
  const types = { day: flechette.timestamp(), big: flechette.int64(), size };
  const made = flechette.tableFromArrays(cells, { types });
  const more = ["day: numeric 0 1 -", "big: numeric 1 2 3", "size: ordered s l s"];
  expect(textOf(tableFrom(made))).toEqual([...wanted, ...more]);
});

it("Arquero: filter and order are respected", () => {
  const all = aq.table({ age: [44, 5, 31, null], city: [null, "Ulm", "Bonn", "Bonn"], n: [1, 9, 3, 2] });
  const fewer = all.filter(aq.escape((d: { n: number }) => d.n < 9)).orderby(aq.desc("n"));
  expect(textOf(tableFrom(fewer.select("age", "city")))).toEqual(wanted);
  const third = ["age: numeric 31", "city: nominal Bonn", "n: numeric 3"];
  expect(textOf(tableFrom(all.slice(2, 3)))).toEqual(third);
});

// As @duckdb/node-api 1.5 answers for INTEGER, VARCHAR, DECIMAL, DATE, TIMESTAMP and HUGEINT.
it("DuckDB's reader", () => {
  const columns = {
    ...lists,
    price: [1, 2, 3].map((value) => ({ width: 5, scale: 2, value, toDouble: () => value / 100 })),
    day: [{ days: 1 }, null, { days: 2 }],
    time: [{ micros: 1_500_000n }, null, null],
    sum: [3n, 4n, 5n],
  };
  const columnNames = () => Object.keys(columns);
  const reader = { columnNames, columnTypes: () => [], getColumnsObject: () => columns };
  const table = tableFrom(reader);
  expect(textOf(table)).toEqual([
    ...[...wanted, "price: numeric 0.01 0.02 0.03", "day: numeric 86400000 - 172800000"],
    ...["day.weekday: ordered Friday - Saturday", "time: numeric 1500 - -", "sum: numeric 3 4 5"],
  ]);
  const dates = table.warnings?.filter(({ code }) => code === "DATE_AS_NUMBER");
  expect(dates?.map(({ column }) => column)).toEqual(["day", "time"]);
  const pending = { ...reader, getColumnsObject: async () => columns, async *[Symbol.asyncIterator]() {} };
  expect(() => tableFrom(pending)).toThrow(
    "the DuckDB result has not been read: use a reader, as returned by connection.runAndReadAll(sql)",
  );
});

it("Polars, Danfo and Data-Forge, by the methods they document", () => {
  const cells: Record<string, unknown[]> = lists;
  const names = ["age", "city"];
  const series = (name: string) => ({ toArray: () => cells[name], values: cells[name] });
  expect(textOf(tableFrom({ height: 3, columns: names, getColumn: series }))).toEqual(wanted);
  expect(textOf(tableFrom({ columns: names, column: series }))).toEqual(wanted);
  expect(textOf(tableFrom({ getColumnNames: () => names, getSeries: series }))).toEqual(wanted);
  const none = { columns: names, column: () => ({ values: 3 }) };
  expect(() => tableFrom(none)).toThrow('the column "age" is not a list of cells');
});

it("types are inferred as for a file", async () => {
  const rows = [
    { n: "1", t: "a", b: true, d: new Date(0), mixed: 1 },
    { n: "2.5", t: "b", b: false, d: new Date(5), mixed: "x" },
  ];
  const [n, t, b] = ["n: numeric 1 2.5", "t: nominal a b", "b: nominal true false"];
  expect(textOf(tableFrom(rows))).toEqual([n, t, b, "d: numeric 0 5", "mixed: nominal 1 x"]);
});

it("types can be declared, by types, by a schema, and by other missing markers", () => {
  const data = { zip: [1067, -1], size: ["S", "L"] };
  const schema = { columns: [{ name: "size", type: "ordered", levels: ["S", "M", "L"] }] } as const;
  const table = tableFrom(data, { types: { zip: "nominal" }, schema, missing: ["-1"] });
  expect(textOf(table)).toEqual(["zip: nominal 1067 -", "size: ordered S L"]);
  expect([...table.declared!].sort()).toEqual(["size", "zip"]);
  expect(selectRows(table, [0]).declared).toBe(table.declared);
  expect(() => tableFrom(data, { types: { zap: "nominal" } })).toThrow('did you mean "zip"?');
});

it("types may turn out not to be numbers after thousands of numbers", () => {
  const cells = Array.from({ length: 6000 }, (_, i) => String(i));
  const words = cells.map((cell) => `number ${cell}`);
  const { columns } = tableFrom({ x: [...cells, ...words] });
  expect(columns[0].type).toBe("nominal");
  expect(cellText(columns[0], 6000)).toBe("number 0");
  expect(cellText(columns[0], 5999)).toBe("5999");
  const slip = tableFrom({ x: [...cells, "many"] });
  expect(slip.columns[0].type).toBe("numeric");
  expect(slip.warnings?.map(({ code }) => code)).toEqual(["MOSTLY_NUMERIC"]);
});

it("types are those of a CSV with the same cells", async () => {
  const cell = fc.constantFrom("1", "2.5", "x", "", "NA", "true");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }), async (rows) => {
      const csv = ["a,b", ...rows.map((row) => row.join(","))].join("\n");
      const read = await readFormat("csv", bytesOf("t.csv", new TextEncoder().encode(`${csv}\n`)));
      const table = tableFrom(rows.map(([a, b]) => ({ a, b })));
      expect(textOf(table)).toEqual(textOf(read.table));
      expect(table.warnings).toEqual(read.warnings);
    }),
  );
});

const accepted =
  "; accepted: rows (objects or Maps), columns (an object of lists), a matrix with column names,";
it.each(cases`
  "a,b" → DATA_SHAPE: cannot make a table from this data: got a string${accepted}
  [1,2] → DATA_SHAPE: cannot make a table from this data: got a list of numbers${accepted}
  {} → DATA_SHAPE: cannot make a table from this data: got an empty object${accepted}
  {"a":1,"b":2} → DATA_SHAPE: cannot make a table from this data: got an object with "a", "b"${accepted}
  [] → TABLE_NO_ROWS: there are no rows in the list
  {"a":[],"b":[]} → TABLE_NO_ROWS: there are no rows in the columns
  [{}] → DATA_SHAPE: cannot make a table from this data: the rows have no cells
  {"a":[1],"b":[1,2]} → DATA_SHAPE: cannot make a table from this data: the column "b" has 2 cells, but "a" has 1
  {"a":[1],"b":2} → DATA_SHAPE: cannot make a table from this data: the column "b" is a number, but others are lists
  [{"a":1},[2]] → DATA_SHAPE: cannot make a table from this data: row 2 is a list, but row 1 is an object
  [{"a":1},null] → DATA_SHAPE: cannot make a table from this data: row 2 is null, but row 1 is an object
  [[1,2],[3]] → DATA_SHAPE: cannot make a table from this data: a matrix needs the names of its columns
  [{"a":1,"tags":[1]}] → DATA_SHAPE: the rows, row 1: "tags" must be a number, string, true, false, a date or null; got a list of numbers
`)("other data is rejected: %s", (json, message) => {
  expect(refusal(() => tableFrom(JSON.parse(json)))).toContain(message);
});

it.each([
  [undefined, `DATA_SHAPE: cannot make a table from this data: got undefined${accepted}`],
  [new Date(0), `DATA_SHAPE: cannot make a table from this data: got a Date${accepted}`],
  [new Float64Array(4), "DATA_SHAPE: cannot make a table from this data: a matrix needs the names of"],
  [[{ a: Number.POSITIVE_INFINITY }], "CELL_TYPE: the rows, row 1: "],
  [
    [new Map([[1, 2]])],
    "DATA_SHAPE: cannot make a table from this data: a row has the key 1, which is not a string",
  ],
])("other data is rejected: %o", (data, message) => {
  expect(refusal(() => tableFrom(data as TableData))).toContain(message);
});

it.each<[data: TableData, message: string, columns?: string[]]>([
  [[[1, 2, 3]], "the matrix has 3 columns, but columns has 2 names"],
  [[[1, 2], [1]], "row 2 has 1 cells, but row 1 has 2"],
  [new Float64Array(3), "a matrix of 3 numbers cannot be divided into rows of 2 columns"],
  [[[1, 2]], 'duplicate column "a"', ["a", "a"]],
])("a matrix that does not match its names is rejected: %j", (data, message, columns = ["a", "b"]) => {
  expect(() => tableFrom(data, { columns })).toThrow(message);
});

it("numbers and dates written as text are read as in files, and the options decimal and dates are respected", () => {
  const rows = [
    { price: "$2,367.50", day: "3/4/2024" },
    { price: "$99.00", day: "5/6/2024" },
  ];
  const [price, day, month] = tableFrom(rows).columns;
  expect(cellText(price, 0)).toBe("2367.5");
  expect(price.notation).toEqual({ kind: "number", group: ",", unit: "$" });
  expect(cellText(day, 0)).toBe(String(Date.UTC(2024, 2, 4)));
  expect([month.name, cellText(month, 0)]).toEqual(["day.month", "March"]);
  const [, other] = tableFrom(rows, { dates: "dmy" }).columns;
  expect(cellText(other, 0)).toBe(String(Date.UTC(2024, 3, 3)));
  const comma = tableFrom({ x: ["1,234", "2,345"] }, { decimal: "," });
  expect(cellText(comma.columns[0], 0)).toBe("1.234");
  const declared = tableFrom(rows, { types: { price: "numeric", day: "nominal" } });
  expect(declared.columns.map(({ type }) => type)).toEqual(["numeric", "nominal"]);
});

it("numbers and dates written as text keep their notation, and their dates, when a table is read again with other types", () => {
  const table = tableFrom({ price: ["5 kg", "6 kg"], day: ["2024-03-15", "2024-04-16"], c: ["a", "b"] });
  const again = tableFrom(table, { types: { c: "ordered" } });
  const kinds = ({ columns }: Table) => columns.map(({ name, notation }) => [name, notation?.kind]);
  expect(kinds(again)).toEqual(kinds(table));
});
