import { describe, expect, it } from "vitest";
import { random } from "../../base/random.js";
import { isMeasure } from "../../model/measure.js";
import type { TreeModel } from "../../model/tree.js";
import { makeTable } from "../../table/table.js";
import { fitTable } from "../fit.js";

/** Bands along a diagonal, one class each; some rows have a class by chance. */
function bands(classes: number, rows: number, noise: number) {
  const rng = random(4);
  const x = new Float64Array(rows);
  const z = new Float64Array(rows);
  const codes = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    x[row] = rng.uniform();
    z[row] = rng.uniform();
    const band = Math.min(classes - 1, Math.floor(((x[row] + z[row]) / 2) * classes));
    codes[row] = rng.uniform() < noise ? rng.below(classes) : band;
  }
  return makeTable([
    { type: "numeric", name: "x", values: x },
    { type: "numeric", name: "z", values: z },
    { type: "nominal", name: "y", levels: ["a", "b", "c", "d"].slice(0, classes), codes },
  ]);
}

const kindsOf = (table: ReturnType<typeof bands>, options: Record<string, unknown>) => {
  const model = fitTable(table, {
    target: "y",
    learner: "omnivariate",
    options: { prune: "none", maxDepth: 1, ...options },
  }) as TreeModel;
  return (model.derived ?? []).filter(isMeasure);
};

describe("an omnivariate tree", () => {
  it("combines attributes where that is significantly better", () => {
    expect(kindsOf(bands(2, 400, 0), {}).map(({ kind }) => kind)).toEqual(["linear"]);
  });

  it("keeps to single attributes unless the difference is significant", () => {
    const few = bands(2, 60, 0.3);
    expect(kindsOf(few, { nodeSignificance: 0.001 })).toEqual([]);
    expect(kindsOf(few, { nodeSignificance: 1 })).toHaveLength(1);
    expect(kindsOf(few, { nodeTest: "lowestError" })).toHaveLength(1);
  });

  it("groups classes as the linear candidates do", () => {
    const four = bands(4, 400, 0);
    const [rest, means] = ["oneVersusRest", "twoMeans"].map((groups) =>
      kindsOf(four, { groups, nodeTest: "lowestError" }),
    );
    expect(rest).not.toEqual(means);
  });
});
