import { expect, test } from "vitest";
import { plainPoint } from "./plainPoint.js";

const european = { kind: "number", decimal: ",", group: "." } as const;

test("a decimal point beside points that could separate thousands is found", () => {
  expect(plainPoint(["12.345", "12.5"], european)).toBe("12.5");
  expect(plainPoint(["12.345", "0.125"], european)).toBe("0.125");
});

test("not if the cells agree, or the notation has no such points", () => {
  expect(plainPoint(["12.345", "1.234,5", "7"], european)).toBeUndefined();
  expect(plainPoint(["12.5", "1.19"], european)).toBeUndefined();
  expect(plainPoint(["12.345", "12.5"], undefined)).toBeUndefined();
});
