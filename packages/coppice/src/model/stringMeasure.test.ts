import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { StringCells } from "../table/stringCells.js";
import { asker, matches, type Place, type StringMeasure, stringCells } from "./stringMeasure.js";
import { tokensOf } from "./tokens.js";

const base = { attributes: [0], unit: "letters", fold: false } as const;
const pattern = (
  text: string,
  more: Partial<Extract<StringMeasure, { kind: "pattern" }>> = {},
): StringMeasure => ({
  kind: "pattern",
  ...base,
  pattern: Array.from(text, (c) => (c === "." ? null : c)),
  result: "has",
  ...more,
});
const start = (from: number, to = from): Place => ({ side: "start", from, to });
const end = (from: number, to = from): Place => ({ side: "end", from, to });

const words = { kind: "anyWord", attributes: [0], fold: true } as const;

it.each([
  ["contains", pattern("tat"), "gtatg", 1],
  ["does not contain", pattern("tat"), "gtagt", 0],
  ["starts with", pattern("ta", { place: start(1) }), "tagg", 1],
  ["does not start with", pattern("ta", { place: start(1) }), "gtagg", 0],
  ["ends with", pattern("gg", { place: end(1) }), "tagg", 1],
  ["does not end with", pattern("ag", { place: end(1) }), "tagg", 0],
  ["is longer than the string", pattern("taggg", { place: end(1) }), "tagg", 0],
  ["at a position", pattern("ag", { place: start(2) }), "tagg", 1],
  ["at another position", pattern("ag", { place: start(3) }), "tagg", 0],
  ["at a position from the end", pattern("ag", { place: end(2) }), "tagg", 1],
  ["beyond the string", pattern("g", { place: start(9) }), "tagg", 0],
  ["within a range", pattern("g", { place: start(2, 3) }), "tagg", 1],
  ["outside a range", pattern("g", { place: start(1, 2) }), "tagg", 0],
  ["within a range from the end", pattern("t", { place: end(3, 9) }), "tagg", 1],
  ["with a gap", pattern("t..g"), "ctagg", 1],
  ["with another gap", pattern("t.g"), "ctaag", 0],
  ["how often, overlaps included", pattern("aa", { result: "count" }), "aaaa", 3],
  ["in another case", pattern("ta"), "TA", 0],
  ["in any case", pattern("ta", { fold: true }), "xTAx", 1],
  ["an empty string", pattern("a"), "", 0],
  ["its length", { kind: "length", ...base }, "a😀b", 3],
  ["its words", { kind: "length", ...base, unit: "words" }, "Don't stop, well-known 42!", 4],
  ["any of the words", { ...words, words: ["bad", "awful"] }, "So BAD.", 1],
  ["none of the words", { ...words, words: ["bad"] }, "badly", 0],
  ["a phrase", { ...pattern(""), unit: "words", pattern: ["not", null, "good"] }, "it's not very good", 1],
] as const)("what is asked of a string: %s", (_, measure, text, answer) => {
  expect(asker(measure as StringMeasure)(text)).toBe(answer);
});

it("counts code points, not halves of them", () => {
  expect(asker(pattern("b", { place: start(2) }))("😀b")).toBe(1);
  expect(asker(pattern("😀", { place: start(1) }))("😀b")).toBe(1);
  expect(asker(pattern("😀", { place: end(2) }))("😀b")).toBe(1);
  // U+1F600 and U+1F601 share their first half.
  expect(asker(pattern("😁"))("😀")).toBe(0);
  expect(asker(pattern("."))("😀")).toBe(1);
  expect(asker(pattern(".", { result: "count" }))("😀")).toBe(1);
});

const letters = fc.constantFrom("a", "b", "😀");
const text = fc.string({ unit: letters, maxLength: 8 });
const sought = fc.string({ unit: letters, minLength: 1, maxLength: 3 });
const place = fc
  .tuple(fc.constantFrom(start, end), fc.integer({ min: 1, max: 5 }), fc.nat(4))
  .map(([on, from, more]) => on(from, from + more));
const where = fc.option(place, { nil: undefined });
itHolds("asking is the same by a list of letters", 500, [text, sought, where], (text, sought, where) => {
  const found = matches(tokensOf(text, "letters", false), Array.from(sought), where);
  expect(asker(pattern(sought, where && { place: where }))(text)).toBe(Number(found.length > 0));
});

it("what is asked is missing where the string is", () => {
  const cells = StringCells.with(Int32Array.of(0, -1, 1, 0), ["tat", "g"]);
  expect(Array.from(stringCells(pattern("t"), cells, 4))).toEqual([1, -1, 0, 1]);
  expect(Array.from(stringCells({ kind: "length", ...base }, cells, 4))).toEqual([3, Number.NaN, 1, 3]);
});

it("cells of strings keep their strings when some are taken", () => {
  const cells = StringCells.with(Int32Array.of(0, 1, 0), ["a", "b"]);
  expect(cells.slice(1).strings).toEqual(["a", "b"]);
  expect(cells.subarray(1, 2).strings).toEqual(["a", "b"]);
});
