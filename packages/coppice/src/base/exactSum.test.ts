import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, itHolds } from "../../test/kit/forAll.js";
import { ExactSum } from "./exactSum.js";

/** The exact sum of doubles, by integers: in units of 2^-1074. */
function unitsOf(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & (2n ** 52n - 1n)) | (exponent === 0 ? 0n : 2n ** 52n);
  const units = mantissa << BigInt(Math.max(0, exponent - 1));
  return x < 0 ? -units : units;
}

const sumOf = (values: readonly number[]) => {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum;
};

/** Half of the distance to the next double at most. */
function isNearest(value: number, units: bigint): boolean {
  const off = unitsOf(value) - units;
  const view = new DataView(new ArrayBuffer(8));
  const next = (by: bigint) => {
    view.setFloat64(0, value);
    view.setBigInt64(0, view.getBigInt64(0) + by);
    return view.getFloat64(0);
  };
  const size = (x: bigint) => (x < 0n ? -x : x);
  if (value === 0) return units === 0n;
  return [1n, -1n].every((by) => size(off) <= size(unitsOf(next(by)) - units));
}

const numbers = fc.array(
  fc.oneof(
    fc.double({ noNaN: true, min: -1e300, max: 1e300 }),
    fc.double({ noNaN: true, min: -1, max: 1 }),
    fc.integer(),
  ),
  { maxLength: 60 },
);

describe("an exact sum", () => {
  itHolds("is the double nearest to the sum", 100, [numbers], (values) => {
    const units = values.reduce((sum, value) => sum + unitsOf(value), 0n);
    expect(isNearest(sumOf(values).value, units)).toBe(true);
  });

  it("is so beyond a block of 1,024, however near the greatest size all are", () => {
    const sizes = fc.array(fc.double({ noNaN: true, min: 1, max: 2 }), { minLength: 1, maxLength: 5 });
    forAll(20, [sizes, fc.integer({ min: -900, max: 890 }), fc.boolean()], (some, power, isMixed) => {
      const values = Array.from({ length: 2500 }, (_, i) => {
        const size = (2 - 2 ** -52 - (some[i % some.length] - 1) * 2 ** -(i % 90)) * 2 ** power;
        return isMixed && i % 3 === 0 ? -size / 7 : size;
      });
      const units = values.reduce((sum, value) => sum + unitsOf(value), 0n);
      expect(isNearest(sumOf(values).value, units)).toBe(true);
    });
  });

  itHolds(
    "does not depend on the order, or on when it is asked for",
    100,
    [numbers, fc.nat()],
    (values, at) => {
      const sum = new ExactSum();
      for (const [i, value] of values.toReversed().entries()) {
        sum.add(value);
        if (i === at % 60) void sum.value;
      }
      expect(sum.value).toBe(sumOf(values).value);
    },
  );

  it("has products without rounding", () => {
    const sum = new ExactSum();
    sum.addProduct(0.1, 0.1);
    sum.addProduct(-0.1, 0.1);
    sum.addProduct(2 ** 30 + 1, 2 ** 30 + 1);
    sum.add(-(2 ** 60));
    sum.add(-(2 ** 31));
    expect(sum.value).toBe(1);
  });

  it("passes on what is not finite, and is 0 of nothing", () => {
    expect(sumOf([]).value).toBe(0);
    expect(sumOf([1, Number.POSITIVE_INFINITY]).value).toBe(Number.POSITIVE_INFINITY);
    expect(sumOf([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]).value).toBeNaN();
    expect(sumOf([1e100, 1, -1e100]).value).toBe(1);
  });
});
