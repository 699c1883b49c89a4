import { expect, it } from "vitest";
import { leftovers } from "./leftovers.js";

it("what was there before, and what a browser is still removing, is not left by the tests", () => {
  const before = new Set(["/t/report.json"]);
  expect(leftovers(before, ["/t/report.json", "/t/.org.chromium.Chromium.x1"])).toEqual([]);
  expect(leftovers(before, ["/t/report.json", "/t/coppice-test-a", "/home/a/.duckdb"])).toEqual([
    "/t/coppice-test-a",
    "/home/a/.duckdb",
  ]);
});
