import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../../test/kit/forAll.js";
import { bundlesOf, cellsIn, leastRows } from "./bundles.js";

describe("bundles", () => {
  it("hold attributes whose combinations are few", () => {
    // 300; 41 x 7 = 287; 5 x 4 x 3 = 60
    expect(bundlesOf([300, 4, 41, 5, 7, 3])).toEqual([
      { attributes: [0], cells: 300 },
      { attributes: [2, 4], cells: 287 },
      { attributes: [1, 3, 5], cells: 60 },
    ]);
  });

  it("are used from as many rows on as cells are read for each addition that they save", () => {
    const bundles = bundlesOf([300, 4, 41, 5, 7, 3])!;
    expect(leastRows(bundles, 6)).toBe(352); // (300 + 2 x 287 + 3 x 60) / 3 = 351.3
  });

  it("are not worthwhile if attributes have many cells", () => {
    expect(bundlesOf([256, 256, 256, 256, 20])).toBeUndefined();
    expect(bundlesOf([])).toBeUndefined();
  });

  it("are smaller if there are many", () => {
    const bundles = bundlesOf(new Array(500).fill(3))!;
    expect(Math.max(...bundles.map(({ cells }) => cells))).toBe(27);
    expect(cellsIn(bundles)).toBeLessThanOrEqual(8192);
  });

  const counts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 60 });
  itHolds("hold every attribute once", 100, [counts], (cells) => {
    const bundles = bundlesOf(cells) ?? [];
    fc.pre(bundles.length > 0);
    const held = bundles.flatMap(({ attributes }) => attributes);
    expect(held.sort((a, b) => a - b)).toEqual([...cells.keys()]);
    for (const bundle of bundles)
      expect(bundle.cells).toBe(bundle.attributes.reduce((n, a) => n * cells[a], 1));
  });
});
