import { expect, test } from "vitest";
import { textNumber } from "./textNumber.js";

test.each(["0x10", "0b11", "0o7", " 0X1F", "", "Infinity"])("%s is no number", (text) => {
  expect(textNumber(undefined)(text)).toBeUndefined();
});

test.each(["0", "-.5", "+1e3", " 12.5 ", "010"])("%s is a number", (text) => {
  expect(textNumber(undefined)(text)).toBe(Number(text));
});
