import { expect, it } from "vitest";
import { csvLine } from "./csv.js";

it("quotes what a reader would take for something else", () => {
  expect(csvLine(["0", "plain", "a b"])).toBe("0,plain,a b\n");
  expect(csvLine(["a,b", 'say "x"', "two\nlines", "cr\r"])).toBe('"a,b","say ""x""","two\nlines","cr\r"\n');
  expect(csvLine(["", " padded", "padded "])).toBe('""," padded","padded "\n');
});
