import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { ByteDictionary } from "./dictionary.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

it("the dictionary numbers texts in order of arrival, and recognises them at any position", () => {
  const texts = fc.array(fc.string({ maxLength: 9, unit: fc.constantFrom("a", "b") }), { maxLength: 60 });
  forAll(100, [texts], (all) => {
    const dictionary = new ByteDictionary();
    const expected = new Map<string, number>();
    for (const text of all) {
      if (!expected.has(text)) expected.set(text, expected.size);
      const bytes = bytesOf(`(${text})`);
      expect(dictionary.intern(bytes, 1, bytes.length - 1)).toBe(expected.get(text));
    }
    expect(dictionary.size).toBe(expected.size);
    for (const [text, entry] of expected) {
      const bytes = bytesOf(text);
      expect(dictionary.find(bytes, 0, bytes.length)).toBe(entry);
      expect([...dictionary.bytesOf(entry)]).toEqual([...bytes]);
    }
    expect(dictionary.find(bytesOf("c"), 0, 1)).toBe(-1);
  });
});

it("the dictionary is not slow for texts that differ only in bytes it does not hash at first", () => {
  // Of twenty bytes it hashes 0, 5, 10, 14 and 19: the number is at none of these positions.
  const texts = Array.from({ length: 200_000 }, (_, i) => {
    const digits = String(i).padStart(6, "0");
    return bytesOf(`-${digits.slice(0, 4)}-${digits.slice(4)}-------------`.slice(0, 20));
  });
  // Pairwise, these would be 2·10^10 comparisons: minutes, and the test would run out of time.
  const dictionary = new ByteDictionary();
  texts.forEach((bytes, i) => {
    if (dictionary.intern(bytes, 0, bytes.length) !== i) throw new Error(`entry ${i}`);
  });
  expect(texts.every((bytes, i) => dictionary.find(bytes, 0, bytes.length) === i)).toBe(true);
}, 10_000);
