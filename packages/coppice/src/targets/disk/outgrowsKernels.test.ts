import { describe, expect, it } from "vitest";
import type { Column } from "../../table/column.js";
import { outgrowsKernels } from "./outgrowsKernels.js";

/** Of a table only its size and types are looked at. */
const table = (rows: number) => ({
  rows,
  columns: Array.from({ length: 29 }, (_, i) => ({ type: "numeric", name: `c${i}` }) as Column),
});
const ROOM = 2 ** 36;
const spec = (learner: string, options = {}) => ({ learner, options, target: "c28" });

describe("tables that kernels cannot address", () => {
  it("are learned from disk where there is room besides", () => {
    expect(outgrowsKernels(table(10_000_000), spec("cart"), ROOM)).toBe(true);
    expect(outgrowsKernels(table(10_000_000), spec("cart"), 600_000_000)).toBe(false);
    // 28 · 16 + 285 + 2 · 17 = 767 bytes a row.
    expect(outgrowsKernels(table(5_700_000), spec("forest"), ROOM)).toBe(true);
    expect(outgrowsKernels(table(5_700_000), spec("forest"), 600_000_000)).toBe(false);
  });

  it.each([
    ["few rows", table(8_000_000), spec("cart")],
    ["few attributes", table(10_000_000), { ...spec("cart"), attributes: ["c0", "c1"] }],
    ["gain ratios", table(10_000_000), spec("c45")],
    ["a forest of few rows", table(5_500_000), spec("forest")],
    ["a forest that looks at rows", table(10_000_000), spec("forest", { importance: "permutation" })],
    ["boosting", table(10_000_000), spec("gradientBoost")],
    ["a learner that needs the rows", table(10_000_000), spec("ripper")],
  ])("and others are not: %s", (_, rows, given) => {
    expect(outgrowsKernels(rows, given, ROOM)).toBe(false);
  });
});
