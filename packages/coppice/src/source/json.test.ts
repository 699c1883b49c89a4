import { expect, test } from "vitest";
import { cases, unescaped } from "../../test/kit/cases.js";
import { lateRefusal } from "../../test/kit/refusal.js";
import { nominal, numeric } from "../testing/index.js";
import { bytesOf } from "./bytes.js";
import { type ReadOptions, readFormat } from "./read.js";

const read = (content: string | Uint8Array, options: ReadOptions = {}) =>
  readFormat("json", bytesOf("t.json", content), options);
const fault = (content: string | Uint8Array) => lateRefusal(() => read(content));

test("rows: keys in order of first appearance, absent ones missing, __proto__ a key like others", async () => {
  const { table, declared } = await read(
    '\ufeff[{"x": 1, "__proto__": "a"}, {"y": true, "x": null}, {"__proto__": "", "z": "5", "x": 2.5}]',
  );
  expect(table.columns).toEqual([
    numeric("x", [1, Number.NaN, 2.5]),
    nominal("__proto__", ["a"], [0, -1, -1]),
    nominal("y", ["true"], [-1, 0, -1]),
    nominal("z", ["5"], [-1, -1, 0]),
  ]);
  expect(declared.size).toBe(0);
});

test("columns, with markers among numbers and numbers among strings", async () => {
  const { table } = await read('{"columns": [1, "NA"], "b": [1, "x"], "__proto__": [false, true]}');
  expect(table.columns).toEqual([
    numeric("columns", [1, Number.NaN]),
    nominal("b", ["1", "x"], [0, 1]),
    nominal("__proto__", ["false", "true"], [0, 1]),
  ]);
});

test("described columns declare themselves", async () => {
  const { schema, declared } = await read(
    '{"columns": [{"name": "a", "type": "ordered", "levels": ["lo", "hi"], "values": ["hi"]}, {"name": "b", "type": "numeric", "values": ["5"]}, {"name": "c", "values": [1]}]}',
  );
  expect(schema.columns).toEqual([
    { name: "a", type: "ordered", levels: ["lo", "hi"] },
    { name: "b", type: "numeric" },
    { name: "c", type: "numeric" },
  ]);
  expect([...declared]).toEqual(["a", "b"]);
});

test("the user's types take precedence over inferred ones", async () => {
  const types = { a: "nominal", b: "numeric" } as const;
  const { table } = await read('[{"a": 10, "b": "1e2"}, {"a": 9, "b": 1}]', {
    types: new Map(Object.entries(types)),
  });
  expect(table.columns).toEqual([nominal("a", ["10", "9"], [0, 1]), numeric("b", [100, 1])]);
});

test.each(cases`
  [] → TABLE_NO_ROWS: t.json has no columns and no rows
  {"a": []} → TABLE_NO_ROWS: t.json has 1 columns and no rows
  5 → JSON_SYNTAX: t.json must hold a list of row objects, an object of column lists, or an object with a list of columns; it holds a number
  [1] → JSON_SYNTAX: t.json, row 1: expected an object, found a number
  [{"a": 1}, {"a": [2]}] → JSON_SYNTAX: t.json, row 2: expected a number, string, true, false or null for "a", found a list
  {"a": 5} → JSON_SYNTAX: t.json, column "a": expected a list of values, found a number
  {"a": [5], "b": []} → JSON_SYNTAX: t.json: the column "b" has 0 values, but "a" has 1
  {"columns": [{"values": []}]} → JSON_SYNTAX: t.json: a column's name must be a string; got nothing
  {"columns": [{"name": "a", "values": [1]}, {"name": "a", "values": [1]}]} → COLUMN_DUPLICATE: t.json: duplicate column "a"
  [{"a": 1e999}] → CELL_TYPE: t.json, row 1: expected a number for "a", found "Infinity"; declare it nominal or add "Infinity" to the missing markers
  [{"a": "\\ud800"}] → JSON_SYNTAX: t.json, row 1: the cell of "a" is not valid UTF-8 text
`)("%s", async (content, message) => {
  expect(await fault(unescaped(content))).toBe(message);
});

test("invalid JSON", async () => {
  expect(await fault('[\n{"a": 1},\n}]')).toMatch(/^JSON_SYNTAX: t\.json(, line 3)?: /);
  expect(await fault(Uint8Array.of(0x22, 0xe9, 0x22))).toBe("JSON_SYNTAX: t.json is not valid UTF-8 text");
  expect(await fault(" \n")).toBe("FILE_EMPTY: t.json is empty");
});
