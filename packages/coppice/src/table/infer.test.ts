import { expect, test } from "vitest";
import { names, nominal, numeric } from "../testing/index.js";
import type { Column } from "./column.js";
import { inspect } from "./infer.js";
import { makeTable } from "./table.js";

const N = Number.NaN;
const x = (...values: number[]) => numeric("x", values);
const levels = (count: number, ...codes: number[]) => nominal("x", names("l", count), codes);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

test.each<[string, Column, (string | undefined)?, string[]?]>([
  ["one number, and gaps", x(3, N, 3), "CONSTANT"],
  ["two numbers", x(3, 4)],
  ["one row", x(3)],
  ["gaps", x(N, N), "ALL_MISSING"],
  ["one level, and gaps", levels(2, 1, -1, 1), "CONSTANT"],
  ["gaps of levels", levels(2, -1, -1), "ALL_MISSING"],
  // Identifiers: at least 20 rows, all distinct, not declared.
  ["20 levels in 20 rows", levels(20, ...upTo(20)), "ID_LIKE"],
  ["and a gap", levels(20, ...upTo(20), -1), "ID_LIKE"],
  ["19 levels in 19 rows", levels(19, ...upTo(19))],
  ["20 levels in 21 rows", levels(20, ...upTo(20), 0)],
  ["20 levels, declared", levels(20, ...upTo(20)), undefined, ["x"]],
  ["20 strings", { ...levels(20, ...upTo(20)), type: "string" }],
  // Row numbers: consecutive integers in any order.
  ["numbers from 0 to 19", x(...upTo(20)), "ROW_NUMBER"],
  ["numbers from -7 to 12, shuffled", x(...upTo(20).map((i) => -7 + ((i * 3) % 20))), "ROW_NUMBER"],
  ["numbers from 0 to 18", x(...upTo(19))],
  ["numbers with a hole", x(...upTo(20), 21)],
  ["a number twice", x(...upTo(20), 19)],
  ["numbers and a gap", x(...upTo(20), N)],
  ["halves", x(...upTo(20).map((i) => i / 2))],
  // More than 1000, though few are used.
  ["1001 levels", levels(1001, 0, 1, 1), "MANY_LEVELS"],
  ["1000 levels", levels(1000, 0, 1, 1)],
])("the warning about %s", (_, column, warning, declared = []) => {
  const codes = inspect(makeTable([column]), new Set(declared)).map(({ code }) => code);
  expect(codes).toEqual(warning === undefined ? [] : [warning]);
});

test("a warning names its column", () => {
  const message = '"__proto__" has the same value in every row in which it is not missing';
  const found = inspect(makeTable([numeric("__proto__", [1, 1])]), new Set());
  expect(found).toEqual([{ code: "CONSTANT", column: "__proto__", message }]);
});
