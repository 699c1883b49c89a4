import { expect, test } from "vitest";
import { applyTypes, declarationsFor, parseSchema } from "./declare.js";
import type { ColumnType, Schema } from "./schema.js";

const fault = (json: unknown) => {
  try {
    parseSchema(json);
  } catch (error) {
    return String(error);
  }
  return "no error";
};

test("a schema keeps target, weight, names, types and levels, and leaves the rest", () => {
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
    'SCHEMA_INVALID: columns[0].type must be one of numeric, nominal, ordered, string; got "number"',
  ],
  [
    { columns: [{ name: "", type: "numeric" }] },
    'SCHEMA_INVALID: columns[0].name must be a name that is not empty; got ""',
  ],
  [
    { columns: [{ name: "a", type: "nominal", levels: ["x", 1] }] },
    "SCHEMA_INVALID: columns[0].levels[1] must be a text; got 1",
  ],
  [
    { columns: ["a", "a"].map((name) => ({ name, type: "numeric" })) },
    'SCHEMA_INVALID: columns[1].name must be unlike columns[0].name; got "a"',
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
])("%j is no schema", (json, message) => {
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

test("types override a schema's; levels stay where the type has levels", () => {
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

test("the user's types go before the schema, and both before the format", () => {
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
