import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random, shuffle } from "../base/random.js";
import { gridValues, gridWeights, quantum, toGrid, type ValueGrid } from "./grid.js";

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);
const isPowerOfTwo = (x: number) => x > 0 && Number.isInteger(Math.log2(x));
/** The sum of multiples of q without any rounding. */
const exactSum = (values: Iterable<number>, q: number) =>
  Number([...values].reduce((total, value) => total + BigInt(value / q), 0n)) * q;
const valueAt = ({ center, denominator, units }: ValueGrid, row: number) =>
  (center + units[row]) / denominator;
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("quantum", () => {
  it("leaves between 2^51 and 2^52 steps up to the limit", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-200, max: 1e300, noNaN: true }), (limit) => {
        const q = quantum(limit);
        expect(isPowerOfTwo(q)).toBe(true);
        expect(limit / q).toBeGreaterThan(2 ** 51 * (1 - 1e-12));
        expect(limit / q).toBeLessThanOrEqual(2 ** 52 * (1 + 1e-12));
      }),
    );
  });

  it("by hand", () => {
    expect(quantum(2 ** 52)).toBe(1);
    expect(quantum(1)).toBe(2 ** -52);
    expect(quantum(14)).toBe(2 ** -48); // 14 <= 2^4; 4 - 52
    expect(quantum(0)).toBe(1);
    expect(quantum(Number.MAX_VALUE)).toBe(2 ** 971); // the largest double is below 2^53 · 2^971
    expect(quantum(Number.MIN_VALUE)).toBe(2 ** -1000); // no finer: 1 / q must stay a double
  });
});

describe("sums on the grid", () => {
  const list = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 });

  it("do not depend on the order of addition, and are exact", () => {
    fc.assert(
      fc.property(list, fc.nat(), (values, seed) => {
        const q = quantum(sum(values.map(Math.abs)));
        const gridded = values.map((x) => toGrid(x, q));
        const total = sum(gridded);
        expect(total).toBe(exactSum(gridded, q));
        expect(sum(shuffle([...gridded], random(seed)))).toBe(total);
      }),
    );
  });

  it("make sibling = parent - child exact", () => {
    fc.assert(
      fc.property(list, fc.nat(200), (values, cut) => {
        const q = quantum(sum(values.map(Math.abs)));
        const gridded = values.map((x) => toGrid(x, q));
        expect(sum(gridded) - sum(gridded.slice(0, cut))).toBe(sum(gridded.slice(cut)));
      }),
    );
  });

  it("are within half a step of the numbers", () => {
    fc.assert(
      fc.property(list, (values) => {
        const q = quantum(sum(values.map(Math.abs)));
        for (const x of values) expect(Math.abs(toGrid(x, q) - x)).toBeLessThanOrEqual(q / 2);
      }),
    );
  });
});

const anyWeight = fc.oneof(
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.constantFrom(0, 1, 2, 1 / 3, 1e-9, 1e300, 1.7e308, 1e-300, Number.MIN_VALUE),
);
const weightLists = fc.array(anyWeight, { minLength: 1, maxLength: 60 });

describe("gridWeights", () => {
  it("does not depend on the order of rows", () => {
    fc.assert(
      fc.property(weightLists, fc.nat(), (weights, seed) => {
        const order = shuffle([...weights.keys()], random(seed));
        const straight = gridWeights(Float64Array.from(weights));
        const mixed = gridWeights(Float64Array.from(order, (row) => weights[row]));
        expect(mixed.quantum).toBe(straight.quantum);
        expect(mixed.total).toBe(straight.total);
        expect(mixed.weights).toEqual(Float64Array.from(order, (row) => straight.weights[row]));
      }),
    );
  });

  it("gives a total that is exact and finite", () => {
    fc.assert(
      fc.property(weightLists, (weights) => {
        const gridded = gridWeights(Float64Array.from(weights));
        expect(gridded.total).toBe(exactSum(gridded.weights, gridded.quantum));
        expect(Number.isFinite(gridded.total)).toBe(true);
      }),
    );
  });

  it("keeps integer weights unchanged, and a weight of 2 equals a duplicated row", () => {
    const whole = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(whole, (weights) => {
        const once = gridWeights(Float64Array.from(weights));
        const each = gridWeights(Float64Array.from(weights.flatMap((w) => new Array<number>(w).fill(1))));
        expect(Array.from(once.weights)).toEqual(weights);
        if (sum(weights) > 0) expect(once.quantum).toBe(each.quantum);
        expect(once.total).toBe(each.total);
      }),
    );
  });

  it("scales huge and tiny weights by a power of two, keeping their ratios", () => {
    // 1.5e308 is 1.67 · 2^1023 and is divided by 2^1023, as is its half.
    const huge = gridWeights(Float64Array.of(1.5e308, 0.75e308));
    expect(huge.weights[0]).toBe(1.5e308 / 2 ** 1023);
    expect(huge.weights[0] / huge.weights[1]).toBe(2);
    const tiny = gridWeights(Float64Array.of(2 ** -1000, 2 ** -1001));
    expect(Array.from(tiny.weights)).toEqual([1, 0.5]);
    // 2^1074 is not a double: a denormal is scaled by 2^1023.
    const least = gridWeights(Float64Array.of(3 * Number.MIN_VALUE, Number.MIN_VALUE));
    expect(Array.from(least.weights)).toEqual([3 * 2 ** -51, 2 ** -51]);
  });

  it("handles empty and zero weights", () => {
    expect(gridWeights(Float64Array.of(0, 0))).toMatchObject({ total: 0, weights: Float64Array.of(0, 0) });
  });
});

describe("gridValues", () => {
  it("keeps 21.3 as 213 tenths", () => {
    const grid = gridValues(Float64Array.of(21.3, 18.5, 20), 3);
    expect(grid.denominator).toBe(10);
    expect(grid.center).toBe(199); // (185 + 213) / 2
    expect(Array.from(grid.units)).toEqual([14, -14, 1]); // 213 - 199, 185 - 199, 200 - 199
    expect([0, 1, 2].map((row) => valueAt(grid, row))).toEqual([21.3, 18.5, 20]);
  });

  it("recovers decimals of up to six places exactly", () => {
    const decimals = fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }))
      .map(([places, list]) => Float64Array.from(list, (n) => n / 10 ** places));
    fc.assert(
      fc.property(decimals, (values) => {
        const grid = gridValues(values, values.length);
        values.forEach((y, row) => {
          expect(Math.abs(valueAt(grid, row) - y)).toBe(0);
        });
      }),
    );
  });

  it("recovers any value within half a unit, where units are small compared with the range and the values", () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1, maxLength: 50 }), (list) => {
        const grid = gridValues(Float64Array.from(list), list.length);
        const largest = list.reduce((a, y) => Math.max(a, Math.abs(y)), 0);
        // 2 · reach / 2^51 with reach at most the largest value times the rows; nothing is finer than 2^-1000.
        const slack = Math.max(largest * list.length * 2 ** -49, 2 ** -1000);
        list.forEach((y, row) => {
          expect(Number.isInteger(grid.units[row])).toBe(true);
          expect(Math.abs(valueAt(grid, row) - y)).toBeLessThanOrEqual(slack);
        });
      }),
    );
  });

  it("leaves room for the sums of weight·u and weight·u²", () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1, maxLength: 50 }), (list) => {
        const { units, quantum1, quantum2 } = gridValues(Float64Array.from(list), list.length);
        expect(sum(units.map(Math.abs)) / quantum1).toBeLessThan(2 ** 53);
        expect(sum(units.map((u) => u * u)) / quantum2).toBeLessThan(2 ** 53);
      }),
    );
  });

  it("gives a constant the same unit everywhere, whatever its value", () => {
    for (const y of [7, -0.1, 1 / 3, 1e308, Number.MIN_VALUE, 0]) {
      const grid = gridValues(Float64Array.of(y, y, y), 3);
      expect(new Set(grid.units).size).toBe(1);
      expect(Math.abs(valueAt(grid, 0) - y)).toBeLessThanOrEqual(
        Math.max(Math.abs(y) * 2 ** -49, 2 ** -1000),
      );
    }
  });

  it("handles both ends of the number range", () => {
    const grid = gridValues(Float64Array.of(-1.7e308, 0, 1.7e308), 3);
    expect(Math.abs(valueAt(grid, 0) + 1.7e308)).toBeLessThan(1e293);
    expect(Math.abs(valueAt(grid, 2) - 1.7e308)).toBeLessThan(1e293);
    expect(valueAt(grid, 1)).toBe(0);
  });

  it("distinguishes targets however large the weights", () => {
    const values = Float64Array.of(0.1, 0.2, 0.3, 0.4);
    expect(new Set(gridValues(values, 2 ** 52).units).size).toBe(4);
  });
});
