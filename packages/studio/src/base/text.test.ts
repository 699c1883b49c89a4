import { expect, it } from "vitest";
import { brief, percent, rowsText, shown } from "./text.js";

it("text of the data shows marks that reorder or hide text as escapes", () => {
  expect(shown("a\u202eb\u0000c\u2028")).toBe("a\\u202eb\\u0000c\\u2028");
});

it("text of the data is cut, whatever its length", () => {
  expect(shown("x".repeat(100_000), 10)).toBe("xxxxxxxxx…");
  expect(shown("short", 10)).toBe("short");
});

it("text of the data keeps markup as it is: the page shows text", () =>
  expect(shown("<b>&amp;")).toBe("<b>&amp;"));

it.each([
  [0.984, 0, "98%"],
  [0.9999, 0, ">99%"],
  [0.0001, 1, "<0.1%"],
  [1, 1, "100.0%"],
  [Number.NaN, 0, "–"],
])("the number %d with %i digits is %s", (share, digits, text) => expect(percent(share, digits)).toBe(text));

it.each([
  [0, "no rows"],
  [1, "1 row"],
  [1234, "1,234 rows"],
  [2.25, "2.3 rows"],
])("the number %d is %s", (weight, text) => expect(rowsText(weight)).toBe(text));

it.each([
  [0.123456, "0.1235"],
  [1234.5678, "1,235"],
  [42, "42"],
])("the number %d is %s in brief", (x, text) => expect(brief(x)).toBe(text));
