import fc from "fast-check";
import { expect } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { gridValues, rangeOf, type ValueGrid } from "../../engine/grid.js";
import { allEqual, momentsOf } from "../../engine/memory/entries.js";
import { isComplete } from "../../engine/problem.js";
import {
  areFractionsByKernel,
  columnTuning,
  hasGapByKernel,
  momentsByKernel,
  rangeByKernel,
  unitsByKernel,
} from "./columnPasses.js";

const number = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.integer({ min: -9999, max: 9999 }).map((k) => k / 100),
  fc.constantFrom(0, -0, 0.5, -0.5, 0.49999999999999994, 2 ** 52 + 1, -(2 ** 53), 5e-324, 1.7e308, 1e-300),
);
/** Long enough for several blocks. */
const columns = fc
  .tuple(fc.array(number, { minLength: 1, maxLength: 40 }), fc.constantFrom(1, 300))
  .map(([values, times]) =>
    Float64Array.from({ length: values.length * times }, (_, i) => values[i % values.length]),
  );

function gridOf(values: Float64Array, least: number): ValueGrid {
  const { least: usual } = columnTuning;
  columnTuning.least = least;
  try {
    return gridValues(values, values.length);
  } finally {
    columnTuning.least = usual;
  }
}

itHolds(
  "passes over columns as TypeScript does, to the bit",
  300,
  [columns, fc.constantFrom(1, 10, 1000, 1e6)],
  (values, d) => {
    expect(rangeByKernel(values)).toEqual(rangeOf(values));
    expect(areFractionsByKernel(values, d)).toBe(values.every((x) => Math.round(x * d) / d === x));
    expect(unitsByKernel(values, d, 3)).toEqual(values.map((x) => Math.round(x * d) - 3));
    const grid = gridOf(values, 1);
    expect(grid).toEqual(gridOf(values, Number.POSITIVE_INFINITY));
    const rows = Int32Array.from(values, (_, row) => row);
    const { units, quantum1, quantum2 } = grid;
    const expected = momentsOf(units, undefined, rows, quantum1, quantum2);
    expect(Float64Array.from(momentsByKernel(units, quantum1, quantum2))).toEqual(expected.slice(1));
    const { low, high } = rangeByKernel(units);
    expect(low === high).toBe(allEqual(units, rows));
  },
);

itHolds(
  "finds a gap anywhere in a column",
  100,
  [columns, fc.nat(), fc.boolean()],
  (values, place, hasGap) => {
    if (hasGap) values[place % values.length] = Number.NaN;
    expect(hasGapByKernel(values)).toBe(hasGap);
    expect(isComplete({ type: "numeric", name: "x", values })).toBe(!hasGap);
    // A gap is neither the lowest number nor the highest.
    expect(rangeByKernel(values)).toEqual(rangeOf(values));
  },
);
