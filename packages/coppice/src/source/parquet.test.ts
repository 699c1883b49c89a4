import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { lateRefusal } from "../../test/kit/refusal.js";
import type { ColumnType } from "../table/schema.js";
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
  const numeric = (name: string, ...values: number[]) => ({
    type: "numeric",
    name,
    values: Float64Array.from(values),
  });
  expect(table.columns).toEqual([
    { type: "nominal", name: "bool", codes: Int32Array.of(1, -1, 0), levels: ["false", "true"] },
    numeric("int", 1, Number.NaN, -3),
    numeric("long", 1, Number.NaN, -9007199254740991),
    numeric("float", 0.5, Number.NaN, 2),
    numeric("__proto__", 0.1, Number.NaN, Number.NaN),
    { type: "nominal", name: "text", codes: Int32Array.of(0, -1, -1), levels: ["b"] },
    { ...numeric("when", 5000, Number.NaN, 0), notation: { kind: "time", shows: "date-time" } },
  ]);
  expect(declared.size).toBe(0);
  expect(warnings.filter((warning) => warning.code === "DATE_AS_NUMBER")).toEqual([
    {
      code: "DATE_AS_NUMBER",
      column: "when",
      message: '"when" holds dates, read as numbers',
      remedy: {
        flag: "--type when=nominal",
        option: 'types: {"when": "nominal"}',
        effect: "to keep it as text",
      },
    },
  ]);
});

test("several row groups keep the rows' order", async () => {
  const data = Array.from({ length: 2500 }, (_, i) => (i * 7) % 1000);
  const texts = data.map((value) => `t${value % 5}`);
  const bytes = written(
    [
      { name: "x", data, type: "INT32" },
      { name: "s", data: texts, type: "STRING" },
    ],
    { rowGroupSize: 400 },
  );
  const { table } = await read(bytes);
  expect(table.columns[0]).toMatchObject({ values: Float64Array.from(data) });
  expect(table.columns[1]).toMatchObject({ codes: Int32Array.from(data, (value) => value % 5) });
});

test("the user's types take precedence over the file's", async () => {
  const types = new Map<string, ColumnType>([
    ["id", "nominal"],
    ["x", "numeric"],
  ]);
  const bytes = written([
    { name: "id", data: [2n ** 60n, 5n], type: "INT64" },
    { name: "x", data: ["1e2", "?"], type: "STRING" },
  ]);
  const { table } = await read(bytes, { types });
  expect(table.columns).toEqual([
    { type: "nominal", name: "id", codes: Int32Array.of(0, 1), levels: ["1152921504606846976", "5"] },
    { type: "numeric", name: "x", values: Float64Array.of(100, Number.NaN) },
  ]);
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
  expect(await fault(raw)).toBe(
    "PARQUET_SYNTAX: t.parquet cannot be read as Parquet: a string is not valid UTF-8",
  );
});

test("bytes that are not Parquet", async () => {
  expect(await fault(new TextEncoder().encode("a,b\n1,2\n3,4\n"))).toMatch(
    /^PARQUET_SYNTAX: t\.parquet cannot be read as Parquet: /,
  );
  const whole = written([{ name: "x", data: Array.from({ length: 1000 }, (_, i) => i / 3), type: "DOUBLE" }]);
  expect(await fault(whole.slice(0, -100))).toMatch(/^PARQUET_SYNTAX/);
});
