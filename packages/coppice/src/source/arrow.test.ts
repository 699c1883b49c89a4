import * as arrow from "apache-arrow";
import { expect, test } from "vitest";
import { lateRefusal } from "../../test/kit/refusal.js";
import { nominal, numeric, ordered } from "../testing/index.js";
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
  const N = Number.NaN;
  expect(table.columns).toEqual([
    nominal("bool", ["false", "true"], [1, -1, 0]),
    numeric("int", [1, N, -3]),
    numeric("long", [1, N, 9007199254740991]),
    numeric("__proto__", [0.1, N, N]),
    nominal("text", ["a", "b"], [1, -1, 0]),
    nominal("levels", ["a", "b"], [1, -1, 0]),
    ordered("size", ["small", "large"], [0, 1, -1]),
    { ...numeric("when", [5000, N, 0]), notation: { kind: "time", shows: "date-time" } },
  ]);
  expect([...declared]).toEqual(["size"]);
  const dates = warnings.filter(({ code }) => code.startsWith("DATE"));
  expect(dates.map(({ column }) => column)).toEqual(["when"]);
});

test("the user's types take precedence over the file's", async () => {
  const bytes = written([
    ["id", arrow.vectorFromArray([2n ** 60n, 5n], new arrow.Int64())],
    ["x", arrow.vectorFromArray(["1e2", "?"], new arrow.Utf8())],
    ["size", arrow.vectorFromArray(["s", "l"], texts(true))],
  ]);
  const types = { id: "nominal", x: "numeric", size: "nominal" } as const;
  const { table } = await read(bytes, { types: new Map(Object.entries(types)) });
  expect(table.columns).toEqual([
    nominal("id", ["1152921504606846976", "5"], [0, 1]),
    numeric("x", [100, Number.NaN]),
    nominal("size", ["s", "l"], [0, 1]),
  ]);
});

test("cells and columns that do not fit, and bytes that are not Arrow", async () => {
  const long = written([["id", arrow.vectorFromArray([1n, 2n ** 53n], new arrow.Int64())]]);
  expect(await fault(long)).toBe(
    'CELL_TYPE: t.arrow, row 2: expected an integer between -2^53 and 2^53 for "id", found 9007199254740992; declare it nominal',
  );
  const type = new arrow.List(new arrow.Field("item", new arrow.Float64()));
  const list = arrow.vectorFromArray([[1], [2]], type);
  const unsupported = 'COLUMN_TYPE: t.arrow: the column "n" has the unsupported type List<Float64>';
  expect(await fault(written([["n", list]]))).toBe(unsupported);
  const same = arrow.vectorFromArray([1], new arrow.Float64());
  const twice = Array.from({ length: 2 }, () => ["a", same] as [string, arrow.Vector]);
  expect(await fault(written(twice))).toBe('COLUMN_DUPLICATE: t.arrow: duplicate column "a"');
  const csv = new TextEncoder().encode("a,b\n1,2\n3,4\n");
  expect(await fault(csv)).toMatch(/^ARROW_SYNTAX: t\.arrow cannot be read as Arrow: /);
  expect(await fault(long.slice(0, 40))).toMatch(/^[A-Z_]+: /);
});
