import { expect, it } from "vitest";
import { balanceScale } from "./balanceScale.js";
import { lines, tally } from "./testing.js";

it("has all 625 settings once", () => {
  const all = lines(balanceScale());
  expect([all.length, new Set(all).size]).toEqual([625, 625]); // 5⁴
  expect(tally(balanceScale(), "class")).toEqual([288, 49, 288]); // 625 = 2·288 + 49 by symmetry
});

it("compares weight x distance", () => {
  const all = lines(balanceScale());
  expect(all).toContain("2 5 3 3 L"); // 10 > 9
  expect(all).toContain("1 4 2 2 B"); // 4 = 4
  expect(all).toContain("3 4 5 3 R"); // 12 < 15
});
