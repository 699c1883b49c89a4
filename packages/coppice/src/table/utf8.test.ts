import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { compareCodePoints, decodeUtf8, encodeUtf8, isUtf8 } from "./utf8.js";

test("a surrogate pair sorts after U+FFFD, as its code point does and its UTF-16 units do not", () => {
  const [star, replacement] = ["\u{1f31f}", "\ufffd"];
  expect(star < replacement).toBe(true); // UTF-16: D83C < FFFD
  expect(compareCodePoints(star, replacement)).toBeGreaterThan(0); // 1F31F > FFFD
});

test("the order is that of the UTF-8 bytes", () => {
  const text = fc.string({ unit: "binary" });
  forAll(2000, [text, text], (a, b) => {
    expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  });
});

test("invalid UTF-8 has no text, and a lone surrogate has no bytes", () => {
  expect(decodeUtf8(Uint8Array.of(0x61, 0xe9))).toBeUndefined();
  expect(isUtf8(Uint8Array.of(0x61, 0xe9), 0, 1)).toBe(true);
  expect(isUtf8(Uint8Array.of(0x61, 0xe9), 0, 2)).toBe(false);
  expect(encodeUtf8("a\ud83c")).toBeUndefined();
  expect(decodeUtf8(encodeUtf8("\ufeffé🌟")!)).toBe("\ufeffé🌟");
});
