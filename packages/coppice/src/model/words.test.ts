import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { byLevel, schemas, subset, threshold } from "../../test/kit/handmade.js";
import type { Test } from "./test.js";
import {
  brief,
  conditionOf,
  conditionText,
  number,
  outcomeText,
  percent,
  rowsText,
  textOf,
  word,
} from "./words.js";

const attributes = schemas`petal length, color=red|green|blue|black, size:ordered=small|medium|large, sex=f|m`;

const intervals: Test = { kind: "intervals", attribute: 0, edges: [2.45, 4.9] };
const sizes: Test = { kind: "intervals", attribute: 2, edges: [0, 1] };
it.each<[Test, number, string, string]>([
  [threshold(0, 2.45), 0, "petal length <= 2.45", "≤ 2.45"],
  [threshold(0, 2.45), 1, "petal length > 2.45", "> 2.45"],
  [threshold(0, 2.45), 2, "petal length is missing", "missing"],
  [threshold(0, Number.MAX_VALUE), 0, "petal length is known", "known"],
  [threshold(0, Number.MAX_VALUE), 1, "petal length is missing", "missing"],
  [threshold(2, 1), 0, "size <= medium", "≤ medium"],
  [threshold(2, 1), 1, "size > medium", "> medium"],
  [threshold(2, 2), 0, "size is known", "known"],
  [byLevel(1), 2, "color = blue", "blue"],
  [byLevel(1), 4, "color is missing", "missing"],
  [subset(1, [2, 0], [1]), 0, "color in {red, blue}", "red, blue"],
  [subset(1, [2, 0], [1]), 1, "color = green", "green"],
  [subset(1, [1], [3, 0, 2]), 1, "color != green", "≠ green"],
  [subset(1, [0, 2, 3], [1]), 0, "color != green", "≠ green"],
  [subset(1, [1], [0, 2]), 1, "color in {red, blue}", "red, blue"],
  [subset(1, [0, 1, 2, 3], []), 0, "color is known", "known"],
  [subset(1, [0, 1, 2, 3], []), 1, "color is missing", "missing"],
  [subset(1, [0], [1]), 2, "color is missing", "missing"],
  [subset(3, [0], [1]), 1, "sex = m", "m"],
  [intervals, 0, "petal length <= 2.45", "≤ 2.45"],
  [intervals, 1, "2.45 < petal length <= 4.9", "> 2.45, ≤ 4.9"],
  [intervals, 2, "petal length > 4.9", "> 4.9"],
  [intervals, 3, "petal length is missing", "missing"],
  [{ kind: "intervals", attribute: 0, edges: [] }, 0, "petal length is known", "known"],
  [{ kind: "intervals", attribute: 0, edges: [] }, 1, "petal length is missing", "missing"],
  [sizes, 1, "size = medium", "medium"],
  [{ kind: "intervals", attribute: 2, edges: [0, 2] }, 1, "small < size <= large", "> small, ≤ large"],
])("conditionText and outcomeText %o branch %i: %s", (test, branch, condition, outcome) => {
  expect(conditionText(test, branch, attributes)).toBe(condition);
  expect(outcomeText(conditionOf(test, branch, attributes), attributes)).toBe(outcome);
});

it("conditionText and outcomeText never prints two different bounds the same way", () => {
  const close = { kind: "range", attribute: 0, above: 1, atMost: 1 + Number.EPSILON } as const;
  expect(textOf(close, attributes)).toBe("1 < petal length <= 1.0000000000000002");
});

it.each([
  ["petal length", "petal length"],
  ["<=50K", "<=50K"],
  ["بزرگ", "بزرگ"],
  ["", '""'],
  [" a", '" a"'],
  ["a, b", '"a, b"'],
  ['say "x"', '"say \\"x\\""'],
  ["{a}", '"{a}"'],
  ["two\nlines", '"two\\nlines"'],
  ["\u001b[31mred", '"\\u001b[31mred"'],
  ["\u009b31m", '"\\u009b31m"'],
  ["evil\u202etxt", '"evil\\u202etxt"'],
  ["half\ud800", '"half\\ud800"'],
])("word %j is written %s", (name, text) => {
  expect(word(name)).toBe(text);
});

it.each([
  [2.4500000000000002, "2.45"],
  [0.1 + 0.2, "0.3"],
  [0, "0"],
  [-1.5, "-1.5"],
  [1234567.5, "1234567.5"],
  [1700000000123.5, "1700000000123.5"],
  [1 / 3, "0.333333333"],
  [1e21, "1e+21"],
  [1.25e-7, "1.25e-7"],
])("number %d is written %s", (x, text) => {
  expect(number(x)).toBe(text);
});

const digits = fc.integer({ min: 1, max: 99_999_998 });
const exponents = fc.integer({ min: -12, max: 12 });
itHolds("number separates the cells that the threshold does", 100, [digits, exponents], (digit, exponent) => {
  const below = Number(`${digit}e${exponent}`);
  const above = Number(`${digit + 1}e${exponent}`);
  const read = Number(number((below + above) / 2));
  return below <= read && read < above;
});

it("keeps measured quantities short", () => {
  const texts = [12, 12.5, 1234.56, 0.123456, 123456789.25].map(brief);
  expect(texts.join(" ")).toBe("12 12.5 1234.6 0.1235 123456789.3");
  expect([0, 1, 2, 2.5].map(rowsText)).toEqual(["no rows", "1 row", "2 rows", "2.5 rows"]);
});

it("prints 100% and 0% only when they are exact", () => {
  expect([0, 0.001, 0.5, 0.979, 0.999, 1].map(percent)).toEqual(["0%", "<1%", "50%", "98%", ">99%", "100%"]);
});

const day = { name: "ordered", type: "numeric", notation: { kind: "time", shows: "date" } } as const;
const edges = [Date.UTC(2024, 2, 2, 12), Date.UTC(2024, 2, 9)];

it("dates appear in conditions as dates, rounded down to the day", () => {
  const test = threshold(0, edges[0]);
  expect(conditionText(test, 0, [day])).toBe("ordered <= 2024-03-02");
  expect(conditionText(test, 1, [day])).toBe("ordered > 2024-03-02");
  expect(outcomeText(conditionOf(test, 1, [day]), [day])).toBe("> 2024-03-02");
  const between: Test = { kind: "intervals", attribute: 0, edges };
  expect(conditionText(between, 1, [day])).toBe("2024-03-02 < ordered <= 2024-03-09");
});

it("dates print as numbers where a day does not distinguish two bounds, or every digit is wanted", () => {
  const close: Test = { kind: "intervals", attribute: 0, edges: [edges[1], edges[1] + 1] };
  expect(conditionText(close, 1, [day])).toBe(`${edges[1]} < ordered <= ${edges[1] + 1}`);
  const exact = { atMost: "<=", not: "!=", soft: "+-", exact: true } as const;
  const test = threshold(0, edges[0]);
  expect(conditionText(test, 0, [day], exact)).toBe(`ordered <= ${edges[0]}`);
});
