import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Column } from "../../../table/column.js";
import { SoloTeam } from "../../team.js";
import { ColumnSorter } from "../sortColumn.js";
import { codeColumns } from "./columns.js";

const numeric = (values: Float64Array): Column => ({ type: "numeric", name: "x", values });

/** Codes as numbers. */
function codesIn({ bytes, shift }: { readonly bytes: Uint8Array; readonly shift: number }): number[] {
  const own = bytes.slice().buffer;
  if (shift === 0) return [...bytes];
  return [...(shift === 1 ? new Uint16Array(own) : new Uint32Array(own))];
}

describe("columns as codes", () => {
  const integers = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom(Number.NaN, -0, 0, 900, -900));
  const numbers = fc.oneof(integers, fc.constantFrom(0.5, -1e9, 1e-300, 1e300));

  it("rank numbers as sorting does, by a table or not", () => {
    const team = new SoloTeam();
    fc.assert(
      fc.property(fc.array(fc.oneof(integers, numbers), { minLength: 1, maxLength: 60 }), (list) => {
        const cells = Float64Array.from(list);
        const [coded] = codeColumns(team, [numeric(cells)], cells.length);
        const sorted = new ColumnSorter(new SoloTeam(), cells.length).sort(cells);
        expect(codesIn(coded)).toEqual(Array.from(sorted.codes));
        expect(Array.from(coded.values!)).toEqual(Array.from(sorted.values, (x) => x + 0));
        expect(coded.anyMissing).toBe(list.some(Number.isNaN));
        expect(coded.known).toBe(coded.values!.length);
      }),
    );
  });

  it("keep levels, missing after the last, in as few bytes as they fit", () => {
    const team = new SoloTeam();
    fc.assert(
      fc.property(fc.constantFrom(0, 1, 255, 256, 65_535, 65_536), fc.array(fc.nat()), (count, draws) => {
        const codes = Int32Array.from([-1, ...draws.map((draw) => (count === 0 ? -1 : draw % count))]);
        const column: Column = { type: "nominal", name: "x", codes, levels: new Array(count).fill("a") };
        const [coded] = codeColumns(team, [column], codes.length);
        expect(codesIn(coded)).toEqual(Array.from(codes, (code) => (code < 0 ? count : code)));
        expect(coded).toMatchObject({
          known: count,
          anyMissing: true,
          shift: count < 256 ? 0 : count < 65_536 ? 1 : 2,
        });
      }),
      { numRuns: 40 },
    );
  });

  it("have two bytes from 256 numbers on", () => {
    const many = Float64Array.from({ length: 600 }, (_, i) => (i * 7) % 300);
    const [few, more] = codeColumns(new SoloTeam(), [numeric(many.map((x) => x % 255)), numeric(many)], 600);
    expect([few.shift, few.known, more.shift, more.known]).toEqual([0, 255, 1, 300]);
    expect(codesIn(more)).toEqual(Array.from(many));
  });
});
