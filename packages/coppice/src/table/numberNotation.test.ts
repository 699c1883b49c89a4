import { expect, test } from "vitest";
import { numberReader, splitNumber } from "./numberNotation.js";
import { plainPoint } from "./plainPoint.js";
import { textNumber } from "./textNumber.js";

test.each([
  ["$2,367.50", { group: ",", unit: "$" }, 2367.5],
  ["-$5", { unit: "$" }, -5],
  ["$-5", { unit: "$" }, -5],
  ["($1,234.00)", { group: ",", unit: "$" }, -1234],
  ["€ 12", { unit: "€" }, 12],
  ["12 USD", { unit: "$" }, 12],
  ["US$ 12", { unit: "USD" }, 12],
  ["1.004,31", { decimal: ",", group: "." }, 1004.31],
  ["1.004.310", { decimal: ",", group: "." }, 1_004_310],
  ["3,5", { decimal: "," }, 3.5],
  [",5", { decimal: "," }, 0.5],
  ["1 234", { group: " " }, 1234],
  ["1\u202f234\u00a0567,8", { decimal: ",", group: " " }, 1_234_567.8],
  ["1'234", { group: "'" }, 1234],
  ["1’234.5", { group: "'" }, 1234.5],
  ["12,34,567.8", { group: "," }, 1_234_567.8],
  ["5%", { unit: "%" }, 5],
  ["12 kg", { unit: "kg" }, 12],
  ["12kg", { unit: "kg" }, 12],
  ["1 year", { unit: "years" }, 1],
  ["80 m²", { unit: "m²" }, 80],
  ["80 m2", { unit: "m2" }, 80],
  ["\u22125", {}, -5],
  ["5-", {}, -5],
  ["+1.5e3", {}, 1500],
  [" 7 ", {}, 7],
] as const)("%j under %j is %d", (text, notation, value) =>
  expect(numberReader({ kind: "number", ...notation })(text)).toBe(value),
);

test.each([
  ["12 lb", { unit: "kg" }], // another unit
  ["1,23", { group: "," }], // a group of thousands has three digits
  ["0,123", { group: "," }], // the first group must not be 0
  ["1,234", {}],
  ["1.004,31", { group: "," }],
  ["1 2", { group: " " }],
  ["--5", {}],
  ["(-5)", {}],
  ["$5 kg", { unit: "$" }],
  ["1e999", {}],
  ["", {}],
] as const)("%j under %j is no number", (text, notation) => {
  expect(numberReader({ kind: "number", ...notation })(text)).toBeNaN();
});

test.each(["twelve", "A1", "level-5", "10-20", "5+", "<5", "1 or 2", "type 5", "10 to 20", "5.5.5 a1b", "."])(
  "%j is no number under any notation",
  (text) => {
    expect(splitNumber(text)).toBeUndefined();
  },
);

test("a decimal point beside points that could separate thousands is found, if the notation has such", () => {
  const european = { kind: "number", decimal: ",", group: "." } as const;
  expect(plainPoint(["12.345", "12.5"], european)).toBe("12.5");
  expect(plainPoint(["12.345", "0.125"], european)).toBe("0.125");
  expect(plainPoint(["12.345", "1.234,5", "7"], european)).toBeUndefined();
  expect(plainPoint(["12.5", "1.19"], european)).toBeUndefined();
  expect(plainPoint(["12.345", "12.5"], undefined)).toBeUndefined();
});

test("a text is a number in decimal notation alone", () => {
  const read = textNumber(undefined);
  for (const text of ["0", "-.5", "+1e3", " 12.5 ", "010"]) expect(read(text)).toBe(Number(text));
  for (const text of ["0x10", "0b11", "0o7", " 0X1F", "", "Infinity"]) expect(read(text)).toBeUndefined();
});
