import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { lateRefusal } from "../../test/kit/refusal.js";
import { nominal, numeric } from "../testing/index.js";
import { bytesOf } from "./bytes.js";
import { type ReadOptions, readFormat } from "./read.js";

type Extra = Partial<Parameters<typeof parquetWriteBuffer>[0]>;
const written = (columnData: ColumnSource[], extra: Extra = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...extra }));
const read = (bytes: Uint8Array, options: ReadOptions = {}) =>
  readFormat("parquet", bytesOf("t.parquet", bytes), options);
const fault = (bytes: Uint8Array) => lateRefusal(() => read(bytes));

test("every primitive type, with nulls", async () => {
  const { table, declared, warnings } = await read(
    written([
      { name: "bool", data: [true, null, false], type: "BOOLEAN" },
      { name: "int", data: [1, null, -3], type: "INT32" },
      { name: "long", data: [1n, null, -(2n ** 53n - 1n)], type: "INT64" },
      { name: "float", data: [0.5, null, 2], type: "FLOAT" },
      { name: "__proto__", data: [0.1, null, Number.NaN], type: "DOUBLE" },
      { name: "text", data: ["b", null, "NA"], type: "STRING" },
      { name: "when", data: [new Date(5000), null, new Date(0)], type: "TIMESTAMP" },
    ]),
  );
  const N = Number.NaN;
  expect(table.columns).toEqual([
    nominal("bool", ["false", "true"], [1, -1, 0]),
    numeric("int", [1, N, -3]),
    numeric("long", [1, N, -9007199254740991]),
    numeric("float", [0.5, N, 2]),
    numeric("__proto__", [0.1, N, N]),
    nominal("text", ["b"], [0, -1, -1]),
    { ...numeric("when", [5000, N, 0]), notation: { kind: "time", shows: "date-time" } },
  ]);
  expect(declared.size).toBe(0);
  const message = '"when" holds dates, read as numbers';
  const option = 'types: {"when": "nominal"}';
  const remedy = { flag: "--type when=nominal", option, effect: "to keep it as text" };
  const dates = warnings.filter(({ code }) => code === "DATE_AS_NUMBER");
  expect(dates).toEqual([{ code: "DATE_AS_NUMBER", column: "when", message, remedy }]);
});

test("several row groups keep the rows' order", async () => {
  const data = Array.from({ length: 2500 }, (_, i) => (i * 7) % 1000);
  const texts = data.map((value) => `t${value % 5}`);
  const columns: ColumnSource[] = [
    { name: "x", data, type: "INT32" },
    { name: "s", data: texts, type: "STRING" },
  ];
  const { table } = await read(written(columns, { rowGroupSize: 400 }));
  expect(table.columns[0]).toMatchObject({ values: Float64Array.from(data) });
  expect(table.columns[1]).toMatchObject({ codes: Int32Array.from(data, (value) => value % 5) });
});

test("the user's types take precedence over the file's", async () => {
  const types = { id: "nominal", x: "numeric" } as const;
  const bytes = written([
    { name: "id", data: [2n ** 60n, 5n], type: "INT64" },
    { name: "x", data: ["1e2", "?"], type: "STRING" },
  ]);
  const { table } = await read(bytes, { types: new Map(Object.entries(types)) });
  const id = nominal("id", ["1152921504606846976", "5"], [0, 1]);
  expect(table.columns).toEqual([id, numeric("x", [100, Number.NaN])]);
});

test("cells and columns that do not fit", async () => {
  expect(await fault(written([{ name: "id", data: [1n, 2n ** 53n], type: "INT64" }]))).toBe(
    'CELL_TYPE: t.parquet, row 2: expected an integer between -2^53 and 2^53 for "id", found 9007199254740992; declare it nominal',
  );
  const nested = written([{ name: "n", data: [[1, 2], [3]] }], {
    schema: [
      { name: "root", num_children: 1 },
      { name: "n", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", repetition_type: "OPTIONAL", type: "INT32" },
    ],
  });
  expect(await fault(nested)).toBe('COLUMN_TYPE: t.parquet: the column "n" has the unsupported type nested');
  const raw = written([{ name: "b", data: [Uint8Array.of(0x61, 0xff)], type: "BYTE_ARRAY" }]);
  const message = "PARQUET_SYNTAX: t.parquet cannot be read as Parquet: a string is not valid UTF-8";
  expect(await fault(raw)).toBe(message);
});

test("bytes that are not Parquet", async () => {
  const csv = new TextEncoder().encode("a,b\n1,2\n3,4\n");
  expect(await fault(csv)).toMatch(/^PARQUET_SYNTAX: t\.parquet cannot be read as Parquet: /);
  const whole = written([{ name: "x", data: Array.from({ length: 1000 }, (_, i) => i / 3), type: "DOUBLE" }]);
  expect(await fault(whole.slice(0, -100))).toMatch(/^PARQUET_SYNTAX/);
});
