import { expect, it } from "vitest";
import { random } from "../../base/random.js";
import { isMeasure } from "../../model/measure.js";
import { makeTable } from "../../table/table.js";
import { names, nominal, numeric } from "../../testing/index.js";
import { fitTable } from "../fit.js";

/** Bands along a diagonal, one class each; some rows have a class by chance. */
function bands(classes: number, rows: number, noise: number) {
  const rng = random(4);
  const cells = Array.from({ length: rows }, () => {
    const [x, z] = [rng.uniform(), rng.uniform()];
    const band = Math.min(classes - 1, Math.floor(((x + z) / 2) * classes));
    return { x, z, code: rng.uniform() < noise ? rng.below(classes) : band };
  });
  const [x, z, y] = (["x", "z", "code"] as const).map((key) => cells.map((row) => row[key]));
  return makeTable([numeric("x", x), numeric("z", z), nominal("y", names("c", classes), y)]);
}

const kindsOf = (table: ReturnType<typeof bands>, options: Record<string, unknown>) => {
  const stump = { prune: "none", maxDepth: 1, ...options };
  const { derived = [] } = fitTable(table, { target: "y", learner: "omnivariate", options: stump });
  return derived.filter(isMeasure);
};

it("an omnivariate tree combines attributes where that is significantly better", () => {
  expect(kindsOf(bands(2, 400, 0), {}).map(({ kind }) => kind)).toEqual(["linear"]);
});

it("an omnivariate tree keeps to single attributes unless the difference is significant", () => {
  const few = bands(2, 60, 0.3);
  expect(kindsOf(few, { nodeSignificance: 0.001 })).toEqual([]);
  expect(kindsOf(few, { nodeSignificance: 1 })).toHaveLength(1);
  expect(kindsOf(few, { nodeTest: "lowestError" })).toHaveLength(1);
});

it("an omnivariate tree groups classes as the linear candidates do", () => {
  const four = bands(4, 400, 0);
  const [rest, means] = ["oneVersusRest", "twoMeans"].map((groups) =>
    kindsOf(four, { groups, nodeTest: "lowestError" }),
  );
  expect(rest).not.toEqual(means);
});
