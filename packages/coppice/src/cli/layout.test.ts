import { expect, it } from "vitest";
import { shellWord } from "../base/shellWord.js";
import { columnsText, countText, figure, secondsText, shortName, sizeText } from "./layout.js";

it("figures, seconds and counts", () => {
  expect([0.94666, 3.01568, 12345.67, Number.NaN].map(figure)).toEqual(["0.9467", "3.0157", "12345.7", "-"]);
  expect([0.012, 1.71, 125.4].map(secondsText)).toEqual(["0.01 s", "1.7 s", "125 s"]);
  expect(countText(1, "leaf", "leaves")).toBe("1 leaf");
  expect(countText(4.2, "leaf", "leaves")).toBe("4.2 leaves");
  expect(countText(6922.3, "leaf", "leaves")).toBe("6922 leaves");
  expect(sizeText({ nodes: 1, leaves: 1, depth: 0 })).toBe("1 node, 1 leaf, depth 0");
  expect(sizeText({ rules: 3, conditions: 1, terms: 2 })).toBe("3 rules, 1 condition, terms 2");
});

it("columns: the first to the left, the others to the right, nothing after the last cell", () => {
  expect(
    columnsText([
      ["", "a", "bb"],
      ["row", "10", "2"],
      ["longer", "1", ""],
    ]),
  ).toBe(["           a  bb", "  row     10   2", "  longer   1"].join("\n"));
});

it("names from the data are short and harmless", () => {
  expect(shortName("plain")).toBe("plain");
  expect(shortName("a-name-of-more-than-sixteen")).toBe("a-name-of-more-…");
  expect(shortName("a\u001b[31m")).toBe('"a\\u001b[31m"');
});

it("words for a shell", () => {
  expect(shellWord("a/b-c.csv")).toBe("a/b-c.csv");
  expect(shellWord("a b")).toBe("'a b'");
  expect(shellWord("$(rm)'")).toBe("'$(rm)'\\'''");
  expect(shellWord("")).toBe("''");
  // A shell reads $'…' as the text with its control characters.
  expect(shellWord("it's\n\\<i>")).toBe("$'it\\'s\\x0a\\\\<i>'");
});
