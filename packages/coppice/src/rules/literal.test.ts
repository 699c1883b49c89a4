import { expect, it } from "vitest";
import { quoted } from "./literal.js";

it.each(['"', "\\", "\n", "\u2028", "\u2029", "\ufeff", "\u202e", "\u0085", "é"])(
  "the text %j as a literal is one line, and reads back as the same",
  (text) => {
    const literal = quoted(`a${text}b`);
    expect(JSON.parse(literal)).toBe(`a${text}b`);
    expect(literal).toMatch(/^"[\x20-\x7eé]*"$/);
  },
);
