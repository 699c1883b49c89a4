import { expect, test } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { refusal } from "../../test/kit/refusal.js";
import { applyTypes, declarationsFor, parseSchema, readingSchema } from "./declare.js";
import type { ColumnType, Schema } from "./schema.js";

const fault = (json: unknown) => refusal(() => parseSchema(json));

test("a schema keeps target, weight, names, types and levels, and ignores the rest", () => {
  const json = JSON.parse(
    '{"target":"y","weight":"w","n":5,"columns":[{"name":"__proto__","type":"numeric","missing":3},{"name":"y","type":"ordered","levels":["a","b"]}]}',
  );
  const y = { name: "y", type: "ordered", levels: ["a", "b"] };
  const columns = [{ name: "__proto__", type: "numeric" }, y];
  expect(parseSchema(json)).toEqual({ target: "y", weight: "w", columns });
});

test.each(cases`
  5 → SCHEMA_INVALID: the schema must be an object with a list of columns; got 5
  {} → SCHEMA_INVALID: columns must be a list of columns; got undefined
  {"columns":[{"name":"a","type":"number"}]} → SCHEMA_INVALID: columns[0].type must be one of numeric, nominal, ordered, string, text; got "number"
  {"columns":[{"name":"","type":"numeric"}]} → SCHEMA_INVALID: columns[0].name must be a non-empty name; got ""
  {"columns":[{"name":"a","type":"nominal","levels":["x",1]}]} → SCHEMA_INVALID: columns[0].levels[1] must be a string; got 1
  {"columns":[{"name":"a","type":"numeric"},{"name":"a","type":"numeric"}]} → SCHEMA_INVALID: columns[1].name must be different from columns[0].name; got "a"
  {"columns":[{"name":"a","type":"nominal","levels":["x","y","x"]}]} → SCHEMA_INVALID: columns[0].levels must be distinct; got "x"
  {"columns":[{"name":"a","type":"numeric","levels":["x"]}]} → SCHEMA_INVALID: columns[0].levels must be absent for a numeric column; got 1
  {"target":3,"columns":[]} → SCHEMA_INVALID: target must be a column's name; got 3
`)("%s is not a schema", (json, message) => {
  expect(fault(JSON.parse(json))).toBe(message);
});

const y = { name: "y", type: "nominal", levels: ["b", "a"] } as const;
const schema: Schema = { target: "y", columns: [{ name: "x", type: "numeric" }, y] };
const types = new Map<string, ColumnType>([
  ["x", "nominal"],
  ["y", "ordered"],
  ["z", "string"],
]);

test("types override a schema's; levels are kept if the type has levels", () => {
  const [x, z] = [
    { name: "x", type: "nominal" },
    { name: "z", type: "string" },
  ];
  const columns = [x, { ...y, type: "ordered" }, z];
  expect(applyTypes(schema, types)).toEqual({ target: "y", columns });
  const numeric = { name: "y", type: "numeric" } as const;
  expect(applyTypes(undefined, new Map([["y", "numeric"]]))).toEqual({ columns: [numeric] });
  expect(applyTypes(schema, new Map([["y", "numeric"]])).columns[1]).toEqual(numeric);
});

test("the user's types take precedence over the schema, and both over the format", () => {
  const format = new Map([
    ["x", { type: "nominal", levels: ["1", "2"] } as const],
    ["w", { type: "numeric" } as const],
  ]);
  const user = { schema, types: new Map<string, ColumnType>([["w", "string"]]) };
  expect([...declarationsFor(["x", "y", "w"], user, format)]).toEqual([
    ["x", { type: "numeric" }],
    ["w", { type: "string" }],
    ["y", { type: "nominal", levels: ["b", "a"] }],
  ]);
});

test("names that the table lacks", () => {
  const named = { columns: [{ name: "y", type: "numeric" }] } as const;
  expect(() => declarationsFor(["xxxx", "y "], { schema: named })).toThrow(
    'the schema names a column "y" that the table does not have; did you mean "y "?',
  );
  expect(() => declarationsFor(["x", "y"], { types })).toThrow('a declared type names a column "z"');
  expect(() => declarationsFor(["x"], { schema: { target: "q", columns: [] } })).toThrow('a column "q"');
  expect([...declarationsFor(["x"], { schema, schemaMayExceed: true }).keys()]).toEqual(["x"]);
});

test("a schema may declare how a column is written", () => {
  const price = { name: "price", type: "numeric", notation: { kind: "number", decimal: ",", unit: "€" } };
  expect(parseSchema({ columns: [price] }).columns).toEqual([price]);
});

test.each(cases`
  "comma" → must be an object with a kind; got "comma"
  {"kind":"spelling"} → .kind must be number or time in a numeric column; got "spelling"
  {"kind":"number","decimal":";"} → .decimal must be absent or ","; got ";"
  {"kind":"number","decimal":",","group":","} → .group must be different from the decimal separator; got ","
  {"kind":"number","unit":5} → .unit must be a string; got 5
  {"kind":"time","shows":"week"} → .shows must be "date" or "date-time" or "month" or "time"; got "week"
  {"kind":"time","shows":"date","order":"ymd"} → .order must be absent or "dmy" or "mdy"; got "ymd"
`)("%s is not a notation of a numeric column", (json, message) => {
  const columns = [{ name: "a", type: "numeric", notation: JSON.parse(json) }];
  const place = `SCHEMA_INVALID: columns[0].notation${message.startsWith(".") ? "" : " "}`;
  expect(fault({ columns })).toBe(place + message);
});

test("a reading schema has the notations of its columns, and the dates of their parts", () => {
  const notation = { kind: "time", shows: "date" } as const;
  const part = { of: "day", unit: "month", notation } as const;
  const read = readingSchema([
    { name: "size", type: "ordered", levels: ["s", "l"] },
    { name: "day.month", type: "ordered", levels: ["January"], part },
  ]);
  expect(read.columns).toEqual([
    { name: "size", type: "nominal" },
    { name: "day.month", type: "nominal", part },
    { name: "day", type: "numeric", notation },
  ]);
});
