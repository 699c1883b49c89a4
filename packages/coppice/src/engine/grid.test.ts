import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { random, shuffle } from "../base/random.js";
import { gridValues, gridWeights, quantum, toGrid, type ValueGrid } from "./grid.js";

const { MAX_VALUE, MIN_VALUE } = Number;
const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);
/** The sum of multiples of q without any rounding. */
const exactSum = (values: Iterable<number>, q: number) =>
  Number([...values].reduce((total, value) => total + BigInt(value / q), 0n)) * q;
const valueAt = ({ center, denominator, units }: ValueGrid, row: number) =>
  (center + units[row]) / denominator;

describe("quantum", () => {
  const limits = fc.double({ min: 1e-200, max: 1e300, noNaN: true });

  itHolds("leaves between 2^51 and 2^52 steps up to the limit", 100, [limits], (limit) => {
    const q = quantum(limit);
    expect(q > 0 && Number.isInteger(Math.log2(q))).toBe(true);
    expect(limit / q).toBeGreaterThan(2 ** 51 * (1 - 1e-12));
    expect(limit / q).toBeLessThanOrEqual(2 ** 52 * (1 + 1e-12));
  });

  it.each([
    [2 ** 52, 1],
    [1, 2 ** -52],
    [14, 2 ** -48], // 14 <= 2^4; 4 - 52
    [0, 1],
    [MAX_VALUE, 2 ** 971], // the largest double is below 2^53 · 2^971
    [MIN_VALUE, 2 ** -1000], // no finer: 1 / q must stay a double
  ])("of %d is %d", (limit, q) => expect(quantum(limit)).toBe(q));
});

describe("sums on the grid", () => {
  const list = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 });
  const gridded = (values: readonly number[]) => {
    const q = quantum(sum(values.map(Math.abs)));
    return { q, all: values.map((x) => toGrid(x, q)) };
  };

  itHolds("do not depend on the order of addition, and are exact", 100, [list, fc.nat()], (values, seed) => {
    const { q, all } = gridded(values);
    expect(sum(all)).toBe(exactSum(all, q));
    expect(sum(shuffle([...all], random(seed)))).toBe(sum(all));
  });

  itHolds("make sibling = parent - child exact", 100, [list, fc.nat(200)], (values, cut) => {
    const { all } = gridded(values);
    expect(sum(all) - sum(all.slice(0, cut))).toBe(sum(all.slice(cut)));
  });

  itHolds("are within half a step of the numbers", 100, [list], (values) => {
    const { q, all } = gridded(values);
    for (const [i, x] of values.entries()) expect(Math.abs(all[i] - x)).toBeLessThanOrEqual(q / 2);
  });
});

describe("gridWeights", () => {
  const weight = fc.oneof(
    fc.double({ min: 0, max: 1e6, noNaN: true }),
    fc.constantFrom(0, 1, 2, 1 / 3, 1e-9, 1e300, 1.7e308, 1e-300, MIN_VALUE),
  );
  const weightLists = fc.array(weight, { minLength: 1, maxLength: 60 });
  const whole = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 40 });
  const gridOf = (...weights: number[]) => gridWeights(Float64Array.from(weights));

  itHolds("does not depend on the order of rows", 100, [weightLists, fc.nat()], (weights, seed) => {
    const order = shuffle([...weights.keys()], random(seed));
    const straight = gridOf(...weights);
    const mixed = gridOf(...order.map((row) => weights[row]));
    expect(mixed).toEqual({ ...straight, weights: Float64Array.from(order, (row) => straight.weights[row]) });
  });

  itHolds("gives a total that is exact and finite", 100, [weightLists], (list) => {
    const { total, weights, quantum } = gridOf(...list);
    expect(total).toBe(exactSum(weights, quantum));
    expect(Number.isFinite(total)).toBe(true);
  });

  itHolds("keeps whole weights, and a weight of 2 equals a duplicated row", 100, [whole], (weights) => {
    const once = gridOf(...weights);
    const each = gridOf(...weights.flatMap((w) => new Array<number>(w).fill(1)));
    expect(Array.from(once.weights)).toEqual(weights);
    if (sum(weights) > 0) expect(once.quantum).toBe(each.quantum);
    expect(once.total).toBe(each.total);
  });

  it("scales huge and tiny weights by a power of two, keeping their ratios", () => {
    // 1.5e308 is 1.67 · 2^1023 and is divided by 2^1023, as is its half.
    expect([...gridOf(1.5e308, 0.75e308).weights]).toEqual([1.5e308 / 2 ** 1023, 0.75e308 / 2 ** 1023]);
    expect([...gridOf(2 ** -1000, 2 ** -1001).weights]).toEqual([1, 0.5]);
    // 2^1074 is not a double: a denormal is scaled by 2^1023.
    expect([...gridOf(3 * MIN_VALUE, MIN_VALUE).weights]).toEqual([3 * 2 ** -51, 2 ** -51]);
  });

  it("keeps weights of 0", () => {
    expect(gridOf(0, 0)).toMatchObject({ total: 0, weights: Float64Array.of(0, 0) });
  });
});

describe("gridValues", () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  const lists = fc.array(finite, { minLength: 1, maxLength: 50 });
  const gridOf = (values: Iterable<number>) => {
    const list = Float64Array.from(values);
    return gridValues(list, list.length);
  };

  it("keeps 21.3 as 213 tenths", () => {
    const grid = gridOf([21.3, 18.5, 20]);
    // 199 = (185 + 213) / 2; the units are 213 - 199, 185 - 199 and 200 - 199.
    expect(grid).toMatchObject({ denominator: 10, center: 199, units: Float64Array.of(14, -14, 1) });
    expect([0, 1, 2].map((row) => valueAt(grid, row))).toEqual([21.3, 18.5, 20]);
  });

  const decimals = fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }))
    .map(([places, list]) => list.map((n) => n / 10 ** places));
  itHolds("recovers decimals of up to six places exactly", 100, [decimals], (values) => {
    const grid = gridOf(values);
    for (const [row, y] of values.entries()) expect(Math.abs(valueAt(grid, row) - y)).toBe(0);
  });

  itHolds(
    "recovers any value within half a unit, small beside the range and the values",
    100,
    [lists],
    (list) => {
      const grid = gridOf(list);
      const largest = list.reduce((a, y) => Math.max(a, Math.abs(y)), 0);
      // 2 · reach / 2^51 with reach at most the largest value times the rows; nothing is finer than 2^-1000.
      const slack = Math.max(largest * list.length * 2 ** -49, 2 ** -1000);
      list.forEach((y, row) => {
        expect(Number.isInteger(grid.units[row])).toBe(true);
        expect(Math.abs(valueAt(grid, row) - y)).toBeLessThanOrEqual(slack);
      });
    },
  );

  itHolds("leaves room for the sums of weight·u and weight·u²", 100, [lists], (list) => {
    const { units, quantum1, quantum2 } = gridOf(list);
    expect(sum(units.map(Math.abs)) / quantum1).toBeLessThan(2 ** 53);
    expect(sum(units.map((u) => u * u)) / quantum2).toBeLessThan(2 ** 53);
  });

  it.each([7, -0.1, 1 / 3, 1e308, MIN_VALUE, 0])("gives a constant of %d the same unit everywhere", (y) => {
    const grid = gridOf([y, y, y]);
    expect(new Set(grid.units).size).toBe(1);
    expect(Math.abs(valueAt(grid, 0) - y)).toBeLessThanOrEqual(Math.max(Math.abs(y) * 2 ** -49, 2 ** -1000));
  });

  it("handles both ends of the number range", () => {
    const grid = gridOf([-1.7e308, 0, 1.7e308]);
    expect(Math.abs(valueAt(grid, 0) + 1.7e308)).toBeLessThan(1e293);
    expect(Math.abs(valueAt(grid, 2) - 1.7e308)).toBeLessThan(1e293);
    expect(valueAt(grid, 1)).toBe(0);
  });

  it("distinguishes targets however large the weights", () => {
    const values = Float64Array.of(0.1, 0.2, 0.3, 0.4);
    expect(new Set(gridValues(values, 2 ** 52).units).size).toBe(4);
  });
});
