import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { symmetricEigen } from "./symmetricEigen.js";

describe("symmetricEigen", () => {
  it("finds the axes of a known matrix", () => {
    const { values, vectors } = symmetricEigen([Float64Array.of(2, 1), Float64Array.of(1, 2)]);
    const found = [...values, ...vectors[0]];
    [3, 1, Math.SQRT1_2, Math.SQRT1_2].forEach((x, i) => {
      expect(found[i]).toBeCloseTo(x, 12);
    });
  });

  it("gives orthogonal unit vectors that the matrix stretches by their values", () => {
    const cell = fc.integer({ min: -9, max: 9 });
    const any = fc
      .integer({ min: 1, max: 7 })
      .chain((n) => fc.array(fc.array(cell, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }));
    forAll(100, [any], (rows) => {
      const a = rows.map((row, i) => Float64Array.from(row, (x, j) => x + rows[j][i]));
      const { values, vectors } = symmetricEigen(a);
      vectors.forEach((v, i) => {
        if (i > 0) expect(values[i]).toBeLessThanOrEqual(values[i - 1] + 1e-9);
        a.forEach((row, k) => {
          expect(row.reduce((sum, x, j) => sum + x * v[j], 0)).toBeCloseTo(values[i] * v[k], 8);
        });
        vectors.forEach((w, j) => {
          expect(v.reduce((sum, x, k) => sum + x * w[k], 0)).toBeCloseTo(i === j ? 1 : 0, 8);
        });
      });
    });
  });
});
