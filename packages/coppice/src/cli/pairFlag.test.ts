import { describe, expect, it } from "vitest";
import { pairOf } from "./pairFlag.js";

describe("--pair", () => {
  it("reads names with commas, where one reading makes sense", () => {
    expect(pairOf("a,b", ["a", "b"])).toEqual(["a", "b"]);
    expect(pairOf("a,b,c", ["a", "b,c"])).toEqual(["a", "b,c"]);
  });

  it.each([
    ["a", ["a"], 'OPTION_RANGE: --pair must be two columns with a comma between; got "a"'],
    [
      "a,b,c",
      ["a", "b,c", "a,b", "c"],
      'OPTION_RANGE: --pair must be two columns with a comma between; got "a,b,c", which can be read in two ways',
    ],
    [
      "a,bb",
      ["a", "bc"],
      'COLUMN_UNKNOWN: --pair names a column "bb" that the table does not have; did you mean "bc"?',
    ],
  ])("%s", (text, columns, message) => {
    let said = "";
    try {
      pairOf(text, columns);
    } catch (error) {
      said = String(error);
    }
    expect(said).toBe(message);
  });
});
