import * as flechette from "@uwdata/flechette";
import * as arrow from "apache-arrow";
import * as aq from "arquero";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { refusal } from "../../test/kit/refusal.js";
import type { Column } from "../table/column.js";
import { cellText } from "../table/column.js";
import { selectRows, type Table } from "../table/table.js";
import { bytesOf } from "./bytes.js";
import { readFormat } from "./read.js";
import { type TableData, tableFrom } from "./tableFrom.js";

/** By name, a column's type and its cells as text. */
function textOf(table: Table): Record<string, unknown[]> {
  return Object.fromEntries(
    table.columns.map((column) => [
      column.name,
      [column.type, ...Array.from({ length: table.rows }, (_, row) => cellText(column, row))],
    ]),
  );
}

const wanted = {
  age: ["numeric", "31", undefined, "44"],
  city: ["nominal", "Bonn", "Bonn", undefined],
};

describe("tableFrom accepts", () => {
  const forms: [string, TableData][] = [
    ["rows as objects", [{ age: 31, city: "Bonn" }, { city: "Bonn" }, { age: 44, city: null }]],
    [
      "rows as Maps",
      [
        new Map([
          ["age", 31],
          ["city", "Bonn"],
        ] as [string, unknown][]),
        new Map([["city", "Bonn"]]),
        new Map([["age", 44]]),
      ],
    ],
    ["columns", { age: [31, Number.NaN, 44], city: ["Bonn", "Bonn", undefined] }],
    ["typed columns", { age: Float32Array.of(31, Number.NaN, 44), city: ["Bonn", "Bonn", null] }],
    [
      "a Map of columns",
      new Map([
        ["age", [31, null, 44]],
        ["city", ["Bonn", "Bonn", null]],
      ]),
    ],
    [
      "texts, as a CSV parser gives them",
      [
        { age: "31", city: "Bonn" },
        { age: "", city: "Bonn" },
        { age: "44", city: "NA" },
      ],
    ],
    ["big integers", { age: [31n, null, 44n], city: ["Bonn", "Bonn", null] }],
    [
      "a table split into names and rows",
      {
        columns: ["age", "city"],
        data: [
          [31, "Bonn"],
          [null, "Bonn"],
          [44, null],
        ],
      },
    ],
    ["an iterable of rows", new Set([{ age: 31, city: "Bonn" }, { city: "Bonn" }, { age: 44 }])],
    ["a generator of batches", batches()],
    ["a list of lists of rows", [[{ age: 31, city: "Bonn" }], [{ city: "Bonn" }, { age: 44 }]]],
  ];
  it.each(forms)("%s", (_, data) => {
    expect(textOf(tableFrom(data))).toEqual(wanted);
  });

  function* batches() {
    yield { age: [31], city: ["Bonn"] };
    yield { age: [null, 44], city: ["Bonn", null] };
  }

  it("a matrix with names, in lists or in one typed array, row after row", () => {
    const columns = ["a", "b"];
    const made = { a: ["numeric", "1", "3", "5"], b: ["numeric", "2", "4", "6"] };
    expect(
      textOf(
        tableFrom(
          [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
          { columns },
        ),
      ),
    ).toEqual(made);
    expect(textOf(tableFrom(Float64Array.of(1, 2, 3, 4, 5, 6), { columns }))).toEqual(made);
    expect(
      textOf(tableFrom([Int8Array.of(1, 2), Int8Array.of(3, 4), Int8Array.of(5, 6)], { columns })),
    ).toEqual(made);
  });

  it("asynchronous rows and batches, as a promise", async () => {
    async function* rows() {
      yield { age: 31, city: "Bonn" };
      yield { city: "Bonn" };
      yield { age: 44 };
    }
    async function* parts() {
      yield arrow.tableFromArrays({ age: [31], city: ["Bonn"] });
      yield [{ city: "Bonn" }, { age: 44 }];
    }
    expect(textOf(await tableFrom(rows()))).toEqual(wanted);
    expect(textOf(await tableFrom(parts()))).toEqual(wanted);
  });

  it("a table, or the result of reading a file, as it is", async () => {
    const made = tableFrom([{ a: 1 }]);
    expect(tableFrom(made)).toBe(made);
    const read = await readFormat("csv", bytesOf("a.csv", new TextEncoder().encode("a,b\n1,x\n2,y\n")));
    expect(tableFrom(read)).toBe(read.table);
    expect(read.table.warnings).toBe(read.warnings);
    expect(read.table.declared).toBe(read.declared);
    expect(textOf(tableFrom(read, { types: { a: "nominal" } }))).toEqual({
      a: ["nominal", "1", "2"],
      b: ["nominal", "x", "y"],
    });
  });
});

describe("tables of other packages", () => {
  const city = ["Bonn", "Bonn", null];

  it("apache-arrow: nulls, dictionaries, big integers, dates, ordered levels, decimals", () => {
    const made = arrow.tableFromArrays({ age: [31, null, 44], city, big: BigInt64Array.of(1n, 2n, 3n) });
    expect(textOf(tableFrom(made))).toEqual({ ...wanted, big: ["numeric", "1", "2", "3"] });
    const days = arrow.vectorFromArray([new Date(0), new Date(86_400_000)], new arrow.DateDay());
    const size = arrow.vectorFromArray(
      ["small", "large"],
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 1, true),
    );
    const price = arrow.vectorFromArray(
      [Uint32Array.of(12345, 0, 0, 0), Uint32Array.of(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff)],
      new arrow.Decimal(2, 10),
    );
    const table = tableFrom(new arrow.Table({ days, size, price }));
    expect(textOf(table)).toEqual({
      days: ["numeric", "0", "86400000"],
      // 1970 began on a Thursday.
      "days.weekday": ["ordered", "Thursday", "Friday"],
      size: ["ordered", "small", "large"],
      price: ["numeric", "123.45", "-0.01"],
    });
    expect((table.columns[2] as Column & { levels: string[] }).levels).toEqual(["small", "large"]);
    expect([...table.declared!]).toEqual(["size"]);
    expect(table.warnings?.map(({ code, column }) => [code, column])).toEqual([["DATE_AS_NUMBER", "days"]]);
  });

  it("apache-arrow: a record batch, and unsupported types", () => {
    const made = arrow.tableFromArrays({ age: [31, null, 44], city });
    expect(textOf(tableFrom(made.batches[0]))).toEqual(wanted);
    const lists = arrow.vectorFromArray([[1], [2]], new arrow.List(new arrow.Field("x", new arrow.Int32())));
    expect(() => tableFrom(new arrow.Table({ lists }))).toThrow(
      /^the column "lists" has the unsupported type List<.*>$/,
    );
  });

  it("Flechette", () => {
    const made = flechette.tableFromArrays(
      {
        age: [31, null, 44],
        city,
        day: [new Date(0), new Date(1), null],
        big: [1n, 2n, 3n],
        size: ["s", "l", "s"],
      },
      {
        types: {
          day: flechette.timestamp(),
          big: flechette.int64(),
          size: flechette.dictionary(flechette.utf8(), flechette.int32(), true),
        },
      },
    );
    expect(textOf(tableFrom(made))).toEqual({
      ...wanted,
      day: ["numeric", "0", "1", undefined],
      big: ["numeric", "1", "2", "3"],
      size: ["ordered", "s", "l", "s"],
    });
  });

  it("Arquero: filter and order are respected", () => {
    const all = aq.table({
      age: [44, 5, 31, null],
      city: [null, "Ulm", "Bonn", "Bonn"],
      n: [1, 9, 3, 2],
    });
    const some = all
      .filter(aq.escape((d: { n: number }) => d.n < 9))
      .orderby(aq.desc("n"))
      .select("age", "city");
    expect(textOf(tableFrom(some))).toEqual(wanted);
    expect(textOf(tableFrom(all.slice(2, 3)))).toEqual({
      age: ["numeric", "31"],
      city: ["nominal", "Bonn"],
      n: ["numeric", "3"],
    });
  });

  // As @duckdb/node-api 1.5 answers for INTEGER, VARCHAR, DECIMAL, DATE, TIMESTAMP and HUGEINT.
  it("DuckDB's reader", () => {
    const columns = {
      age: [31, null, 44],
      city,
      price: [1, 2, 3].map((value) => ({ width: 5, scale: 2, value, toDouble: () => value / 100 })),
      day: [{ days: 1 }, null, { days: 2 }],
      time: [{ micros: 1_500_000n }, null, null],
      sum: [3n, 4n, 5n],
    };
    const reader = {
      columnNames: () => Object.keys(columns),
      columnTypes: () => [],
      getColumnsObject: () => columns,
    };
    const table = tableFrom(reader);
    expect(textOf(table)).toEqual({
      ...wanted,
      price: ["numeric", "0.01", "0.02", "0.03"],
      day: ["numeric", "86400000", undefined, "172800000"],
      "day.weekday": ["ordered", "Friday", undefined, "Saturday"],
      time: ["numeric", "1500", undefined, undefined],
      sum: ["numeric", "3", "4", "5"],
    });
    const dates = table.warnings?.filter(({ code }) => code === "DATE_AS_NUMBER");
    expect(dates?.map(({ column }) => column)).toEqual(["day", "time"]);
    const pending = { ...reader, getColumnsObject: async () => columns, async *[Symbol.asyncIterator]() {} };
    expect(() => tableFrom(pending)).toThrow(
      "the DuckDB result has not been read: use a reader, as returned by connection.runAndReadAll(sql)",
    );
  });

  it("Polars, Danfo and Data-Forge, by the methods they document", () => {
    const cells: Record<string, unknown[]> = { age: [31, null, 44], city };
    const names = ["age", "city"];
    const series = (name: string) => ({ toArray: () => cells[name], values: cells[name] });
    expect(textOf(tableFrom({ height: 3, columns: names, getColumn: series }))).toEqual(wanted);
    expect(textOf(tableFrom({ columns: names, column: series }))).toEqual(wanted);
    expect(textOf(tableFrom({ getColumnNames: () => names, getSeries: series }))).toEqual(wanted);
    expect(() => tableFrom({ columns: names, column: () => ({ values: 3 }) })).toThrow(
      'the column "age" is not a list of cells',
    );
  });
});

describe("types", () => {
  it("are inferred as for a file", async () => {
    const rows = [
      { n: "1", t: "a", b: true, d: new Date(0), mixed: 1 },
      { n: "2.5", t: "b", b: false, d: new Date(5), mixed: "x" },
    ];
    expect(textOf(tableFrom(rows))).toEqual({
      n: ["numeric", "1", "2.5"],
      t: ["nominal", "a", "b"],
      b: ["nominal", "true", "false"],
      d: ["numeric", "0", "5"],
      mixed: ["nominal", "1", "x"],
    });
  });

  it("can be declared, by types, by a schema, and by other missing markers", () => {
    const rows = [
      { zip: 1067, size: "S" },
      { zip: -1, size: "L" },
    ];
    const table = tableFrom(rows, {
      types: { zip: "nominal" },
      schema: { columns: [{ name: "size", type: "ordered", levels: ["S", "M", "L"] }] },
      missing: ["-1"],
    });
    expect(textOf(table)).toEqual({ zip: ["nominal", "1067", undefined], size: ["ordered", "S", "L"] });
    expect([...table.declared!].sort()).toEqual(["size", "zip"]);
    expect(selectRows(table, [0]).declared).toBe(table.declared);
    expect(() => tableFrom(rows, { types: { zap: "nominal" } })).toThrow('did you mean "zip"?');
  });

  it("may turn out not to be numbers after thousands of numbers", () => {
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

  it("are those of a CSV with the same cells", async () => {
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
});

describe("other data is rejected", () => {
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
  `)("%s", (json, message) => {
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
  ])("%o", (data, message) => {
    expect(refusal(() => tableFrom(data as TableData))).toContain(message);
  });

  it("a matrix that does not match its names", () => {
    const columns = ["a", "b"];
    expect(() => tableFrom([[1, 2, 3]], { columns })).toThrow(
      "the matrix has 3 columns, but columns has 2 names",
    );
    expect(() => tableFrom([[1, 2], [1]], { columns })).toThrow("row 2 has 1 cells, but row 1 has 2");
    expect(() => tableFrom(new Float64Array(3), { columns })).toThrow(
      "a matrix of 3 numbers cannot be divided into rows of 2 columns",
    );
    expect(() => tableFrom([[1, 2]], { columns: ["a", "a"] })).toThrow('duplicate column "a"');
  });
});

describe("numbers and dates written as text", () => {
  it("are read as in files, and the options decimal and dates are respected", () => {
    const rows = [
      { price: "$2,367.50", day: "3/4/2024" },
      { price: "$99.00", day: "5/6/2024" },
    ];
    const [price, day, month] = tableFrom(rows).columns;
    expect([cellText(price, 0), price.notation]).toEqual([
      "2367.5",
      { kind: "number", group: ",", unit: "$" },
    ]);
    expect(cellText(day, 0)).toBe(String(Date.UTC(2024, 2, 4)));
    expect([month.name, cellText(month, 0)]).toEqual(["day.month", "March"]);
    const [, other] = tableFrom(rows, { dates: "dmy" }).columns;
    expect(cellText(other, 0)).toBe(String(Date.UTC(2024, 3, 3)));
    const comma = tableFrom({ x: ["1,234", "2,345"] }, { decimal: "," });
    expect(cellText(comma.columns[0], 0)).toBe("1.234");
    const declared = tableFrom(rows, { types: { price: "numeric", day: "nominal" } });
    expect(declared.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "price numeric",
      "day nominal",
    ]);
  });

  it("keep their notation, and their dates, when a table is read again with other types", () => {
    const table = tableFrom({ price: ["5 kg", "6 kg"], day: ["2024-03-15", "2024-04-16"], c: ["a", "b"] });
    const again = tableFrom(table, { types: { c: "ordered" } });
    expect(again.columns.map(({ name, notation }) => [name, notation?.kind])).toEqual(
      table.columns.map(({ name, notation }) => [name, notation?.kind]),
    );
  });
});
