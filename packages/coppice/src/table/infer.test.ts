import { expect, test } from "vitest";
import type { Column } from "./column.js";
import { inspect } from "./infer.js";
import { makeTable } from "./table.js";

const numeric = (values: readonly number[], name = "x"): Column => ({
  type: "numeric",
  name,
  values: Float64Array.from(values),
});
const nominal = (
  codes: readonly number[],
  levels: number,
  type: "nominal" | "string" = "nominal",
): Column => ({
  type,
  name: "x",
  codes: Int32Array.from(codes),
  levels: Array.from({ length: levels }, (_, i) => `l${i}`),
});
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const codes = (column: Column, declared: string[] = []) =>
  inspect(makeTable([column]), new Set(declared)).map((warning) => warning.code);

test("constant and all missing", () => {
  expect(codes(numeric([3, Number.NaN, 3]))).toEqual(["CONSTANT"]);
  expect(codes(numeric([3, 4]))).toEqual([]);
  expect(codes(numeric([3]))).toEqual([]);
  expect(codes(numeric([Number.NaN, Number.NaN]))).toEqual(["ALL_MISSING"]);
  expect(codes(nominal([1, -1, 1], 2))).toEqual(["CONSTANT"]);
  expect(codes(nominal([-1, -1], 2))).toEqual(["ALL_MISSING"]);
});

test("identifiers: at least 20 rows, all distinct, not declared", () => {
  expect(codes(nominal(upTo(20), 20))).toEqual(["ID_LIKE"]);
  expect(codes(nominal([...upTo(20), -1], 20))).toEqual(["ID_LIKE"]);
  expect(codes(nominal(upTo(19), 19))).toEqual([]);
  expect(codes(nominal([...upTo(20), 0], 20))).toEqual([]);
  expect(codes(nominal(upTo(20), 20), ["x"])).toEqual([]);
  expect(codes(nominal(upTo(20), 20, "string"))).toEqual([]);
});

test("row numbers: consecutive integers in any order", () => {
  expect(codes(numeric(upTo(20)))).toEqual(["ROW_NUMBER"]);
  expect(codes(numeric(upTo(20).map((i) => -7 + ((i * 3) % 20))))).toEqual(["ROW_NUMBER"]);
  expect(codes(numeric(upTo(19)))).toEqual([]);
  expect(codes(numeric([...upTo(20), 21]))).toEqual([]);
  expect(codes(numeric([...upTo(20), 19]))).toEqual([]);
  expect(codes(numeric([...upTo(20), Number.NaN]))).toEqual([]);
  expect(codes(numeric(upTo(20).map((i) => i / 2)))).toEqual([]);
});

test("many levels: more than 1000, though few are used", () => {
  expect(codes(nominal([0, 1, 1], 1001))).toEqual(["MANY_LEVELS"]);
  expect(codes(nominal([0, 1, 1], 1000))).toEqual([]);
});

test("a warning names its column", () => {
  expect(inspect(makeTable([numeric([1, 1], "__proto__")]), new Set())).toEqual([
    {
      code: "CONSTANT",
      column: "__proto__",
      message: '"__proto__" has the same value in every row in which it is not missing',
    },
  ]);
});
