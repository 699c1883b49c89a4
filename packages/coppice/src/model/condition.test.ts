import { expect, it } from "vitest";
import { holds } from "./condition.js";

it.each([
  [1, false],
  [1.5, true],
  [2, true],
  [2.5, false],
  [Number.NaN, false],
])("above 1 and at most 2: a cell of %d: %s", (cell, is) => {
  expect(holds({ kind: "range", attribute: 0, above: 1, atMost: 2 }, cell, false)).toBe(is);
});

it("a missing level is -1, and fulfils nothing but `missing`", () => {
  expect(holds({ kind: "range", attribute: 0, atMost: 2 }, -1, true)).toBe(false);
  expect(holds({ kind: "known", attribute: 0 }, -1, true)).toBe(false);
  expect(holds({ kind: "missing", attribute: 0 }, -1, true)).toBe(true);
  expect(holds({ kind: "levels", attribute: 0, levels: [0, 2] }, -1, true)).toBe(false);
});
