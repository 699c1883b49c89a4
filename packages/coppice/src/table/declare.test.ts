import { expect, test } from "vitest";
import { applyTypes, declarationsFor, parseSchema, readingSchema } from "./declare.js";
import type { ColumnType, Schema } from "./schema.js";

const fault = (json: unknown) => {
  try {
    parseSchema(json);
  } catch (error) {
    return String(error);
  }
  return "no error";
};

test("a schema keeps target, weight, names, types and levels, and ignores the rest", () => {
  const json = JSON.parse(
    '{"target":"y","weight":"w","n":5,"columns":[{"name":"__proto__","type":"numeric","missing":3},{"name":"y","type":"ordered","levels":["a","b"]}]}',
  );
  expect(parseSchema(json)).toEqual({
    target: "y",
    weight: "w",
    columns: [
      { name: "__proto__", type: "numeric" },
      { name: "y", type: "ordered", levels: ["a", "b"] },
    ],
  });
});

test.each([
  [5, "SCHEMA_INVALID: the schema must be an object with a list of columns; got 5"],
  [{}, "SCHEMA_INVALID: columns must be a list of columns; got undefined"],
  [
    { columns: [{ name: "a", type: "number" }] },
    'SCHEMA_INVALID: columns[0].type must be one of numeric, nominal, ordered, string, text; got "number"',
  ],
  [
    { columns: [{ name: "", type: "numeric" }] },
    'SCHEMA_INVALID: columns[0].name must be a non-empty name; got ""',
  ],
  [
    { columns: [{ name: "a", type: "nominal", levels: ["x", 1] }] },
    "SCHEMA_INVALID: columns[0].levels[1] must be a string; got 1",
  ],
  [
    { columns: ["a", "a"].map((name) => ({ name, type: "numeric" })) },
    'SCHEMA_INVALID: columns[1].name must be different from columns[0].name; got "a"',
  ],
  [
    { columns: [{ name: "a", type: "nominal", levels: ["x", "y", "x"] }] },
    'SCHEMA_INVALID: columns[0].levels must be distinct; got "x"',
  ],
  [
    { columns: [{ name: "a", type: "numeric", levels: ["x"] }] },
    "SCHEMA_INVALID: columns[0].levels must be absent for a numeric column; got 1",
  ],
  [{ target: 3, columns: [] }, "SCHEMA_INVALID: target must be a column's name; got 3"],
])("%j is not a schema", (json, message) => {
  expect(fault(json)).toBe(message);
});

const schema: Schema = {
  target: "y",
  columns: [
    { name: "x", type: "numeric" },
    { name: "y", type: "nominal", levels: ["b", "a"] },
  ],
};
const types = new Map<string, ColumnType>([
  ["x", "nominal"],
  ["y", "ordered"],
  ["z", "string"],
]);

test("types override a schema's; levels are kept if the type has levels", () => {
  expect(applyTypes(schema, types)).toEqual({
    target: "y",
    columns: [
      { name: "x", type: "nominal" },
      { name: "y", type: "ordered", levels: ["b", "a"] },
      { name: "z", type: "string" },
    ],
  });
  expect(applyTypes(undefined, new Map([["y", "numeric"]]))).toEqual({
    columns: [{ name: "y", type: "numeric" }],
  });
  expect(applyTypes(schema, new Map([["y", "numeric"]])).columns[1]).toEqual({ name: "y", type: "numeric" });
});

test("the user's types take precedence over the schema, and both over the format", () => {
  const format = new Map([
    ["x", { type: "nominal", levels: ["1", "2"] } as const],
    ["w", { type: "numeric" } as const],
  ]);
  expect([
    ...declarationsFor(["x", "y", "w"], { schema, types: new Map([["w", "string"]]) }, format),
  ]).toEqual([
    ["x", { type: "numeric" }],
    ["w", { type: "string" }],
    ["y", { type: "nominal", levels: ["b", "a"] }],
  ]);
});

test("names that the table lacks", () => {
  expect(() =>
    declarationsFor(["xxxx", "y "], { schema: { columns: [{ name: "y", type: "numeric" }] } }),
  ).toThrow('the schema names a column "y" that the table does not have; did you mean "y "?');
  expect(() => declarationsFor(["x", "y"], { types })).toThrow('a declared type names a column "z"');
  expect(() => declarationsFor(["x"], { schema: { target: "q", columns: [] } })).toThrow('a column "q"');
  expect([...declarationsFor(["x"], { schema, schemaMayExceed: true }).keys()]).toEqual(["x"]);
});

test("a schema may declare how a column is written, with an error if that is invalid", () => {
  const price = { name: "price", type: "numeric", notation: { kind: "number", decimal: ",", unit: "€" } };
  expect(parseSchema({ columns: [price] }).columns).toEqual([price]);
  const fault = (column: object) => {
    try {
      parseSchema({ columns: [{ name: "a", type: "numeric", ...column }] });
    } catch (error) {
      return (error as Error).message;
    }
    return "no error";
  };
  expect(fault({ notation: "comma" })).toBe('columns[0].notation must be an object with a kind; got "comma"');
  expect(fault({ notation: { kind: "spelling" } })).toBe(
    'columns[0].notation.kind must be number or time in a numeric column; got "spelling"',
  );
  expect(fault({ notation: { kind: "number", decimal: ";" } })).toBe(
    'columns[0].notation.decimal must be absent or ","; got ";"',
  );
  expect(fault({ notation: { kind: "number", decimal: ",", group: "," } })).toBe(
    'columns[0].notation.group must be different from the decimal separator; got ","',
  );
  expect(fault({ notation: { kind: "number", unit: 5 } })).toBe(
    "columns[0].notation.unit must be a string; got 5",
  );
  expect(fault({ notation: { kind: "time", shows: "week" } })).toBe(
    'columns[0].notation.shows must be "date" or "date-time" or "month" or "time"; got "week"',
  );
  expect(fault({ notation: { kind: "time", shows: "date", order: "ymd" } })).toBe(
    'columns[0].notation.order must be absent or "dmy" or "mdy"; got "ymd"',
  );
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
