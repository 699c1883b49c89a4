import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { symmetricEigen } from "./symmetricEigen.js";

const matrix = (rows: readonly (readonly number[])[]) => rows.map((row) => Float64Array.from(row));

describe("symmetricEigen", () => {
  it("finds the axes of a known matrix", () => {
    const { values, vectors } = symmetricEigen(
      matrix([
        [2, 1],
        [1, 2],
      ]),
    );
    expect(values[0]).toBeCloseTo(3, 12);
    expect(values[1]).toBeCloseTo(1, 12);
    expect(vectors[0][0]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(vectors[0][1]).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it("gives orthogonal unit vectors that the matrix stretches by their values", () => {
    const cell = fc.integer({ min: -9, max: 9 });
    const any = fc
      .integer({ min: 1, max: 7 })
      .chain((n) => fc.array(fc.array(cell, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }));
    fc.assert(
      fc.property(any, (rows) => {
        const a = matrix(rows.map((row, i) => row.map((x, j) => x + rows[j][i])));
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
      }),
    );
  });
});
