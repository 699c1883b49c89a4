import { expect, it } from "vitest";
import { cellsIn, nominal, numeric, readAgain, shuffledRows } from "../../test/kit/index.js";
import { random } from "../base/random.js";
import { isMeasure } from "../model/measure.js";
import { isSplit, sizeOf, type TreeModel } from "../model/tree.js";
import { predictTable } from "../predict/predictTable.js";
import { rulesText } from "../rules/rulesText.js";
import { makeTable, type Table } from "../table/table.js";
import { drawReport } from "../use/draw/html.js";
import { drawText } from "../use/draw/text.js";
import { fitTable } from "./fit.js";

/** Two groups along a diagonal: tests parallel to the axes need many steps, one on the second component is enough. */
function slanted(rows = 300, gaps = 0): Table {
  const rng = random(3);
  const cells = Array.from({ length: rows }, () => {
    const along = rng.uniform() * 10;
    const side = rng.uniform() < 0.5 ? -1 : 1;
    const off = side * (0.2 + 0.3 * rng.uniform());
    return { x: along + off, y: 1000 * (along - off), side };
  });
  const gap = (value: number) => (rng.uniform() < gaps ? Number.NaN : value);
  const [x, y, side] = [cells.map((c) => gap(c.x)), cells.map((c) => c.y), cells.map((c) => +(c.side > 0))];
  return makeTable([numeric("x", x), numeric("y", y), nominal("side", ["above", "below"], side)]);
}

const learned = (table: Table, options: Record<string, unknown>) =>
  fitTable(table, { target: "side", learner: "cart", options }) as TreeModel;

it("principal components make one test of what needs a staircase of thresholds", () => {
  const model = learned(slanted(), { components: 2 });
  expect(sizeOf(model).leaves).toBe(2);
  expect(sizeOf(learned(slanted(), {})).leaves).toBeGreaterThan(10);
  expect(drawText(model)).toMatch(
    /^PC2 <= .*: (above|below).*\nPC2 > .*: (above|below).*\n\nPC2 = .* x [+-] .* y$/,
  );
  expect(rulesText(model)).toContain("PC2 = ");
  expect(drawReport({ model })).toMatch(
    /<h2>Formulas<\/h2>[\s\S]*<th scope="row">PC2<\/th><td>[^<]* x [+-] [^<]* y<\/td>/,
  );
});

it("principal components are the eigenvectors of the correlation matrix", () => {
  const table = slanted();
  const model = learned(table, { components: "all", prune: "none", maxDepth: 1 });
  const step = model.derived!.find(isMeasure)!;
  if (step.kind !== "linear") throw new Error("not linear");
  const [x, y] = ["x", "y"].map((name) => cellsIn(table, name));
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const sd = (values: readonly number[]) => Math.sqrt(mean(values.map((v) => (v - mean(values)) ** 2)));
  // Of two standardised attributes the second component is their difference divided by the root of 2.
  const [a, b] = step.formula.terms.map(({ coefficient }) => coefficient);
  expect(a * sd(x)).toBeCloseTo(Math.SQRT1_2, 10);
  expect(b * sd(y)).toBeCloseTo(-Math.SQRT1_2, 10);
  expect(step.formula.intercept).toBeCloseTo(-a * mean(x) - b * mean(y), 10);
});

it("principal components do not depend on the order of the rows, survive JSON, and leave out those that no node tests", () => {
  const table = slanted();
  const model = learned(table, { components: "all" });
  expect(model.derived).toHaveLength(1);
  expect(learned(shuffledRows(table, 1), { components: "all" })).toEqual(model);
  expect(predictTable(readAgain(model), table)).toEqual(predictTable(model, table));
  expect(model.nodes.filter(isSplit).every(({ test }) => test.attribute === 2)).toBe(true);
});

it("principal components are missing where a value is, unless it was imputed", () => {
  const table = slanted(300, 0.2);
  for (const missing of ["majority", "share", "surrogate", "likely"]) {
    const model = learned(table, { components: 2, missing, prune: "none" });
    expect(predictTable(model, table).kind).toBe("classification");
    expect((model.derived ?? []).some(isMeasure), missing).toBe(true);
  }
});

it("principal components need two numeric attributes", () => {
  const table = makeTable(slanted().columns.slice(1));
  expect(() => learned(table, { components: 1 })).toThrow(
    "components need two numeric attributes that vary, in rows without missing values",
  );
});
