import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SoloTeam } from "../../team.js";
import { ColumnSorter } from "../sortColumn.js";
import { rankIntegers } from "./rankIntegers.js";

describe("integers ranked by a table", () => {
  const cell = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom(Number.NaN, -0, 0, 900, -900));

  it("are ranked as by sorting", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 60 }), (list) => {
        const cells = Float64Array.from(list);
        const ranked = rankIntegers(cells);
        const sorted = new ColumnSorter(new SoloTeam(), cells.length).sort(cells);
        // Twice 900 is more than the cells and the numbers to spare.
        const isWide = list.includes(900) && list.includes(-900);
        if (isWide || list.every(Number.isNaN)) expect(ranked).toBeUndefined();
        else {
          expect(Array.from(ranked!.codes)).toEqual(Array.from(sorted.codes));
          expect(Array.from(ranked!.values)).toEqual(Array.from(sorted.values, (x) => x + 0));
        }
      }),
    );
  });

  it("must be integers in a range that a table can have", () => {
    expect(rankIntegers(Float64Array.of(1, 2.5))).toBeUndefined();
    expect(rankIntegers(Float64Array.of(0, 1e9))).toBeUndefined();
    expect(rankIntegers(Float64Array.of(0, Number.POSITIVE_INFINITY))).toBeUndefined();
    expect(rankIntegers(Float64Array.of(7, 5, 7))).toEqual({
      codes: Int32Array.of(1, 0, 1),
      values: Float64Array.of(5, 7),
    });
  });
});
