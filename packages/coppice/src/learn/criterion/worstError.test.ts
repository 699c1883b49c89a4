import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { mixedTable } from "../../../test/mixedTable.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable } from "../../table/table.js";
import { fullCart } from "../../testing/fullCart.js";
import { fitTable } from "../fit.js";

const line = (y: number[]) =>
  makeTable([
    { type: "numeric", name: "x", values: Float64Array.from(y.keys()) },
    { type: "numeric", name: "y", values: Float64Array.from(y) },
  ]);

describe("worstError", () => {
  it("cuts where the worst branch is best, and predicts the middle of the range", () => {
    // [0, 1, 9, 10]: cut between 1 and 9 leaves ranges 1 and 1, worst error 0.5 of 5.
    const model = fitTable(line([0, 1, 9, 10]), {
      target: "y",
      learner: fullCart,
      options: { criterion: "worstError", maxDepth: 1 },
    });
    expect(model.nodes[0]).toMatchObject({ value: 5, error: 5, test: { threshold: 1.5 } });
    expect(model.nodes[1]).toMatchObject({ value: 0.5, error: 0.5 });
    expect(model.nodes[2]).toMatchObject({ value: 9.5, error: 0.5 });
    expect("gain" in model.nodes[0] && model.nodes[0].gain).toBeCloseTo(4.5, 5);
  });

  it("guarantees that no training row is off by more than the acceptable error (A 9.2.2)", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.constantFrom(0.2, 0.5, 1, 2), (seed, bound) => {
        const table = mixedTable({ rows: 120, seed, target: "values" });
        const model = fitTable(table, {
          target: "y",
          learner: fullCart,
          options: { criterion: "worstError", acceptableError: bound },
        });
        const answer = predictTable(model, table);
        const y = table.columns[table.columns.length - 1];
        if (answer.kind !== "regression" || y.type !== "numeric") throw new Error("numbers");
        for (let row = 0; row < table.rows; row++)
          expect(Math.abs(answer.values[row] - y.values[row])).toBeLessThanOrEqual(bound + 1e-9);
      }),
      draws(40),
    );
  });
});
