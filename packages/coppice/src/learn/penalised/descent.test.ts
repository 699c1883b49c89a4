import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allCloseTo, forAll, nominal, numeric } from "../../../test/kit/index.js";
import { random } from "../../base/random.js";
import { prepare } from "../../engine/problem.js";
import { makeTable } from "../../table/table.js";
import { Descent } from "./descent.js";
import { responseOf } from "./response.js";
import { sparse } from "./sparseColumn.js";

const ROWS = 60;

/** Columns of numbers and of 0 and 1, and a target that depends on some of them. */
function drawn(seed: number, classes: number) {
  const rng = random(seed);
  const cells = Array.from({ length: 6 }, (_, j) =>
    Float64Array.from({ length: ROWS }, () => (j < 3 ? rng.normal() : rng.below(2))),
  );
  const score = (row: number) => 2 * cells[0][row] - cells[3][row] + 0.5 * rng.normal();
  const scores = Array.from({ length: ROWS }, (_, row) => score(row));
  const codes = scores.map((of, row) => {
    const s = of + (classes === 3 ? cells[1][row] : 0);
    return s < -0.5 ? 0 : s < 1 || classes === 2 ? 1 : 2;
  });
  const y = classes === 0 ? numeric("y", scores) : nominal("y", [..."abc"].slice(0, classes), codes);
  const problem = prepare(makeTable([numeric("x", cells[0]), y]), { target: "y" });
  const weights = Float64Array.from({ length: ROWS }, () => 0.5 + rng.uniform());
  return { cells, fitted: { columns: cells.map(sparse), response: responseOf(problem), weights } };
}

describe.each([
  ["values", 0],
  ["two classes", 2],
  ["three classes", 3],
])("Descent, for %s", (_, classes) => {
  it("ends where no coefficient can be improved (the conditions of Karush, Kuhn and Tucker)", () => {
    forAll(
      25,
      [fc.integer(), fc.constantFrom(0.2, 0.05, 0.01), fc.constantFrom(1, 0.5)],
      (seed, part, lasso) => {
        const { cells, fitted } = drawn(seed, classes);
        const descent = new Descent(fitted);
        const strength = part * descent.leastEmpty();
        descent.fit({ strength, lasso });
        const { response, weights } = fitted;
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const into = { pull: new Float64Array(ROWS), curvature: new Float64Array(ROWS) };
        const slack = 0.02 * strength + 2e-3;
        for (let k = 0; k < response.outputs; k++) {
          response.expand(descent.scores, k, weights, into);
          expect(Math.abs(into.pull.reduce((sum, pull) => sum + pull, 0) / total)).toBeLessThan(slack);
          cells.forEach((column, j) => {
            const gradient = column.reduce((sum, cell, row) => sum + cell * into.pull[row], 0) / total;
            const b = descent.coefficients[k][j];
            const ridge = strength * (1 - lasso) * b;
            if (b === 0) expect(Math.abs(gradient)).toBeLessThan(strength * lasso + slack);
            else expect(Math.abs(gradient - ridge - Math.sign(b) * strength * lasso)).toBeLessThan(slack);
          });
        }
      },
    );
  });

  it("has scores that are the sums of its terms", () => {
    const { cells, fitted } = drawn(7, classes);
    const descent = new Descent(fitted);
    descent.fit({ strength: 0.05 * descent.leastEmpty(), lasso: 1 });
    descent.scores.forEach((scores, k) => {
      const terms = (row: number) => cells.map((column, j) => descent.coefficients[k][j] * column[row]);
      const sums = scores.map((_, row) => terms(row).reduce((a, b) => a + b, descent.intercepts[k]));
      expect([...scores]).toEqual(allCloseTo(sums));
    });
  });

  it("leaves every coefficient at 0 from a known strength on", () => {
    const { fitted } = drawn(3, classes);
    const descent = new Descent(fitted);
    const least = descent.leastEmpty();
    descent.fit({ strength: least * 1.0001, lasso: 1 });
    expect(descent.used()).toBe(0);
    descent.fit({ strength: least * 0.9, lasso: 1 });
    expect(descent.used()).toBeGreaterThan(0);
  });
});

it("with two columns at right angles it is the soft threshold of the least-squares coefficients", () => {
  // y = 3 + 2a + 0.1b, with a and b of mean 0, variance 1 and no correlation: b falls to 0, a by the strength.
  const a = Float64Array.of(1, 1, -1, -1);
  const b = Float64Array.of(1, -1, 1, -1);
  const y = a.map((x, row) => 3 + 2 * x + 0.1 * b[row]);
  const response = responseOf(prepare(makeTable([numeric("a", a), numeric("y", y)]), { target: "y" }));
  const weights = new Float64Array(4).fill(1);
  const descent = new Descent({ columns: [a, b].map(sparse), response, weights });
  // The greatest y is 5.1, so scores are counted in units of 8.
  expect(response.unit).toBe(8);
  descent.fit({ strength: 0.5 / response.unit, lasso: 1 });
  expect(descent.intercepts[0] * response.unit).toBeCloseTo(3, 9);
  expect(descent.coefficients[0][0] * response.unit).toBeCloseTo(1.5, 9);
  expect(descent.coefficients[0][1]).toBe(0);
});
