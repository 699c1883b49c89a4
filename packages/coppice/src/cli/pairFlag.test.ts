import { expect, it } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { refusal } from "../../test/kit/refusal.js";
import { pairOf } from "./pairFlag.js";

it("--pair reads names with commas, where one reading makes sense", () => {
  expect(pairOf("a,b", ["a", "b"])).toEqual(["a", "b"]);
  expect(pairOf("a,b,c", ["a", "b,c"])).toEqual(["a", "b,c"]);
});

it.each(cases`
  a → a → OPTION_RANGE: --pair must be two columns with a comma between; got "a"
  a,b,c → a b,c a,b c → OPTION_RANGE: --pair must be two columns with a comma between; got "a,b,c", which can be read in two ways
  a,bb → a bc → COLUMN_UNKNOWN: --pair names a column "bb" that the table does not have; did you mean "bc"?
`)("--pair %s among %s: %s", (text, columns, message) => {
  expect(refusal(() => pairOf(text, columns.split(" ")))).toBe(message);
});
