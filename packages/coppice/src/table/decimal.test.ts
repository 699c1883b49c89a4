import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll, itHolds } from "../../test/kit/forAll.js";
import { parseDecimal } from "./decimal.js";

const parse = (text: string) => {
  const bytes = new TextEncoder().encode(`x${text}y`);
  return parseDecimal(bytes, 1, bytes.length - 1);
};

test.each([
  ["0", 0],
  ["-0", -0],
  ["007", 7],
  ["+5", 5],
  ["5.", 5],
  [".5", 0.5],
  ["-1.25e2", -125],
  ["1E+2", 100],
  ["9007199254740993", 9007199254740992], // 2^53 + 1 has no double; ties go to even
  ["0.1", 0.1],
  ["123456789012345678901234567890", 1.2345678901234568e29],
  ["1e23", 1e23], // beyond 10^22: not exact by one multiplication
  ["4.9e-324", 5e-324],
  ["0e999", 0],
  ["1e-999", 0],
])("%s is the number %d", (text, value) => expect(parse(text)).toBe(value));

const NO_NUMBERS = "+ - . e5 1e 1e+ 1e5x 1.2.3 --1 0x10 Infinity inf NaN 1_000 1,5 1e999 -1e999 ²".split(" ");
test.each(["", " 1", "1 ", ...NO_NUMBERS])("%s is not a number", (text) => expect(parse(text)).toBeNaN());

itHolds(
  "every double's text gives that double",
  2000,
  [fc.double({ noNaN: true, noDefaultInfinity: true })],
  (x) => {
    expect(parse(String(x))).toBe(x + 0); // String(-0) is "0", and -0 + 0 is 0
  },
);

test("any decimal text gives what Number gives, when that is finite", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 25 });
  const [sign, point] = [fc.constantFrom("", "-", "+"), fc.constantFrom("", ".")];
  const power = fc.option(fc.integer({ min: -330, max: 320 }));
  const decimal = fc
    .tuple(sign, digits, point, digits, power)
    .map(
      ([sign, whole, point, part, e]) => sign + whole + point + (point && part) + (e === null ? "" : `e${e}`),
    );
  forAll(5000, [decimal], (text) => {
    const value = Number(text);
    expect(parse(text)).toBe(text === "" || !Number.isFinite(value) ? Number.NaN : value);
  });
});

test("any text of a number's characters is a number exactly if Number gives a finite number", () => {
  const text = fc.string({ unit: fc.constantFrom(..."019.+-eE"), minLength: 1, maxLength: 8 });
  forAll(5000, [text], (t) => {
    const value = Number(t);
    expect(parse(t)).toBe(Number.isFinite(value) ? value : Number.NaN);
  });
});
