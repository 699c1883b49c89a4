import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { select } from "./select.js";

describe("select", () => {
  it("gives what sorting would put at a position", () => {
    const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }));
    forAll(100, [fc.array(number, { minLength: 1, maxLength: 60 }), fc.nat()], (values, nat) => {
      const k = nat % values.length;
      const sorted = Float64Array.from(values).sort();
      expect(select(Float64Array.from(values), k) + 0).toBe(sorted[k] + 0);
    });
  });

  it("takes sorted, reversed and constant values", () => {
    const ascending = Float64Array.from({ length: 1000 }, (_, i) => i);
    expect(select(ascending.slice(), 499)).toBe(499);
    expect(select(ascending.toReversed(), 499)).toBe(499);
    expect(select(ascending.fill(7), 499)).toBe(7);
  });
});
