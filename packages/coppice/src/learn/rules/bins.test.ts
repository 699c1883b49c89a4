import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { binsOf } from "./bins.js";

it("bins are the codes themselves where a byte holds them, and for levels always", () => {
  const codes = Int32Array.of(2, 0, 3, 1);
  const first = Int32Array.of(0, 1, 2, 3);
  expect(binsOf(codes, 3, false)).toEqual({ of: Uint8Array.of(2, 0, 3, 1), count: 3, first });
  expect(binsOf(codes, 300, true)).toMatchObject({ of: codes, count: 300 });
});

it("bins keep the order of many codes, divide none, and are of about as many rows each", () => {
  forAll(20, [fc.array(fc.nat(999), { minLength: 1, maxLength: 3000 })], (cells) => {
    const count = 900;
    // Codes from 900 on stand for missing values.
    const codes = Int32Array.from(cells, (cell) => Math.min(cell, count));
    const bins = binsOf(codes, count, false);
    expect(bins.count).toBeLessThanOrEqual(255);
    expect(bins.first[0]).toBe(0);
    expect(bins.first[bins.count]).toBe(count);
    codes.forEach((code, row) => {
      const bin = bins.of[row];
      if (code === count) expect(bin).toBe(bins.count);
      else expect(bins.first[bin] <= code && code < bins.first[bin + 1]).toBe(true);
    });
  });
  const each = Int32Array.from({ length: 25500 }, (_, row) => row);
  const even = binsOf(each, 25500, false);
  expect(even.count).toBe(255);
  expect(even.first.slice(0, 4)).toEqual(Int32Array.of(0, 100, 200, 300));
});
