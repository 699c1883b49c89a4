import * as arrow from "apache-arrow";
import { expect, test } from "vitest";
import { lateRefusal } from "../../test/kit/refusal.js";
import type { ColumnType } from "../table/schema.js";
import { bytesOf } from "./bytes.js";
import { type ReadOptions, readFormat } from "./read.js";

const written = (vectors: [string, arrow.Vector][], kind: "file" | "stream" = "file") => {
  const fields = vectors.map(([name, vector]) => new arrow.Field(name, vector.type, true));
  const data = arrow.makeData({
    type: new arrow.Struct(fields),
    length: vectors[0][1].length,
    nullCount: 0,
    children: vectors.map(([, vector]) => vector.data[0]),
  });
  const schema = new arrow.Schema(fields);
  return arrow.tableToIPC(new arrow.Table(schema, [new arrow.RecordBatch(schema, data)]), kind);
};
const read = (bytes: Uint8Array, options: ReadOptions = {}) =>
  readFormat("arrow", bytesOf("t.arrow", bytes), options);
const fault = (bytes: Uint8Array) => lateRefusal(() => read(bytes));
const texts = (ordered: boolean) => new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), null, ordered);

test.each(["file", "stream"] as const)("every kind of column, from a %s", async (kind) => {
  const bytes = written(
    [
      ["bool", arrow.vectorFromArray([true, null, false], new arrow.Bool())],
      ["int", arrow.vectorFromArray([1, null, -3], new arrow.Int16())],
      ["long", arrow.vectorFromArray([1n, null, 2n ** 53n - 1n], new arrow.Int64())],
      ["__proto__", arrow.vectorFromArray([0.1, null, Number.NaN], new arrow.Float64())],
      ["text", arrow.vectorFromArray(["b", null, "a"], new arrow.Utf8())],
      ["levels", arrow.vectorFromArray(["b", null, "a"], texts(false))],
      ["size", arrow.vectorFromArray(["small", "large", null], texts(true))],
      ["when", arrow.vectorFromArray([new Date(5000), null, new Date(0)], new arrow.TimestampMillisecond())],
    ],
    kind,
  );
  const { table, declared, warnings } = await read(bytes);
  const numeric = (name: string, ...values: number[]) => ({
    type: "numeric",
    name,
    values: Float64Array.from(values),
  });
  expect(table.columns).toEqual([
    { type: "nominal", name: "bool", codes: Int32Array.of(1, -1, 0), levels: ["false", "true"] },
    numeric("int", 1, Number.NaN, -3),
    numeric("long", 1, Number.NaN, 9007199254740991),
    numeric("__proto__", 0.1, Number.NaN, Number.NaN),
    { type: "nominal", name: "text", codes: Int32Array.of(1, -1, 0), levels: ["a", "b"] },
    { type: "nominal", name: "levels", codes: Int32Array.of(1, -1, 0), levels: ["a", "b"] },
    { type: "ordered", name: "size", codes: Int32Array.of(0, 1, -1), levels: ["small", "large"] },
    { ...numeric("when", 5000, Number.NaN, 0), notation: { kind: "time", shows: "date-time" } },
  ]);
  expect([...declared]).toEqual(["size"]);
  expect(
    warnings.filter((warning) => warning.code.startsWith("DATE")).map((warning) => warning.column),
  ).toEqual(["when"]);
});

test("the user's types take precedence over the file's", async () => {
  const bytes = written([
    ["id", arrow.vectorFromArray([2n ** 60n, 5n], new arrow.Int64())],
    ["x", arrow.vectorFromArray(["1e2", "?"], new arrow.Utf8())],
    ["size", arrow.vectorFromArray(["s", "l"], texts(true))],
  ]);
  const types = new Map<string, ColumnType>([
    ["id", "nominal"],
    ["x", "numeric"],
    ["size", "nominal"],
  ]);
  const { table } = await read(bytes, { types });
  expect(table.columns).toEqual([
    { type: "nominal", name: "id", codes: Int32Array.of(0, 1), levels: ["1152921504606846976", "5"] },
    { type: "numeric", name: "x", values: Float64Array.of(100, Number.NaN) },
    { type: "nominal", name: "size", codes: Int32Array.of(0, 1), levels: ["s", "l"] },
  ]);
});

test("cells and columns that do not fit, and bytes that are not Arrow", async () => {
  const long = written([["id", arrow.vectorFromArray([1n, 2n ** 53n], new arrow.Int64())]]);
  expect(await fault(long)).toBe(
    'CELL_TYPE: t.arrow, row 2: expected an integer between -2^53 and 2^53 for "id", found 9007199254740992; declare it nominal',
  );
  const list = arrow.vectorFromArray(
    [[1], [2]],
    new arrow.List(new arrow.Field("item", new arrow.Float64())),
  );
  expect(await fault(written([["n", list]]))).toBe(
    'COLUMN_TYPE: t.arrow: the column "n" has the unsupported type List<Float64>',
  );
  const same = arrow.vectorFromArray([1], new arrow.Float64());
  expect(
    await fault(
      written([
        ["a", same],
        ["a", same],
      ]),
    ),
  ).toBe('COLUMN_DUPLICATE: t.arrow: duplicate column "a"');
  expect(await fault(new TextEncoder().encode("a,b\n1,2\n3,4\n"))).toMatch(
    /^ARROW_SYNTAX: t\.arrow cannot be read as Arrow: /,
  );
  expect(await fault(long.slice(0, 40))).toMatch(/^[A-Z_]+: /);
});
