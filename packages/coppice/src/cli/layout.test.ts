import { expect, it } from "vitest";
import { shellWord } from "../base/shellWord.js";
import { csvLine } from "./csv.js";
import { columnsText, countText, figure, secondsText, shortName, sizeText } from "./layout.js";

it("figures, seconds and counts", () => {
  expect([0.94666, 3.01568, 12345.67, Number.NaN].map(figure)).toEqual(["0.9467", "3.0157", "12345.7", "-"]);
  expect([0.012, 1.71, 125.4].map(secondsText)).toEqual(["0.01 s", "1.7 s", "125 s"]);
  const leaves = [1, 4.2, 6922.3].map((count) => countText(count, "leaf", "leaves"));
  expect(leaves).toEqual(["1 leaf", "4.2 leaves", "6922 leaves"]);
  expect(sizeText({ nodes: 1, leaves: 1, depth: 0 })).toBe("1 node, 1 leaf, depth 0");
  expect(sizeText({ rules: 3, conditions: 1, terms: 2 })).toBe("3 rules, 1 condition, terms 2");
});

it("columns: the first to the left, the others to the right, nothing after the last cell", () => {
  const cells = [",a,bb", "row,10,2", "longer,1,"].map((row) => row.split(","));
  expect(columnsText(cells)).toBe("           a  bb\n  row     10   2\n  longer   1");
});

it("names from the data are short and harmless", () => {
  const names = ["plain", "a-name-of-more-than-sixteen", "a\u001b[31m"];
  expect(names.map((name) => shortName(name))).toEqual(["plain", "a-name-of-more-…", '"a\\u001b[31m"']);
});

it("words for a shell", () => {
  const words = ["a/b-c.csv", "a b", "$(rm)'", ""];
  expect(words.map(shellWord)).toEqual(["a/b-c.csv", "'a b'", "'$(rm)'\\'''", "''"]);
  // A shell reads $'…' as the text with its control characters.
  expect(shellWord("it's\n\\<i>")).toBe("$'it\\'s\\x0a\\\\<i>'");
});

it("a CSV has quotes around what a reader would take for something else", () => {
  expect(csvLine(["0", "plain", "a b"])).toBe("0,plain,a b\n");
  expect(csvLine(["a,b", 'say "x"', "two\nlines", "cr\r"])).toBe('"a,b","say ""x""","two\nlines","cr\r"\n');
  expect(csvLine(["", " padded", "padded "])).toBe('""," padded","padded "\n');
});
