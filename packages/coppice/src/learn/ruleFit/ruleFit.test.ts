import { describe, expect, it } from "vitest";
import { random } from "../../base/random.js";
import type { TreeModel } from "../../model/tree.js";
import { type ClassPrediction, predictTable, type ValuePrediction } from "../../predict/predictTable.js";
import { rulesText } from "../../rules/rulesText.js";
import { makeTable, type Table } from "../../table/table.js";
import { drawText } from "../../use/draw/text.js";
import { fitTable } from "../fit.js";

/** yes where a > 0.5 and b > 0.4 and the colour is red; c says nothing. Some cells are missing. */
function planted(rows = 400, gaps = 0): Table {
  const rng = random(5);
  const cells = () => Float64Array.from({ length: rows }, () => rng.uniform());
  const [a, b, c] = [cells(), cells(), cells()];
  const colour = Int32Array.from({ length: rows }, () => rng.below(3));
  const codes = a.map((x, i) => (x > 0.5 && b[i] > 0.4 && colour[i] === 0 ? 1 : 0));
  for (let i = 0; i < gaps; i++) a[rng.below(rows)] = Number.NaN;
  return makeTable([
    { type: "numeric", name: "a", values: a },
    { type: "numeric", name: "b", values: b },
    { type: "numeric", name: "c", values: c },
    { type: "nominal", name: "colour", levels: ["red", "green", "blue"], codes: colour },
    { type: "nominal", name: "y", levels: ["no", "yes"], codes: Int32Array.from(codes) },
  ]);
}

const fit = (table: Table, options: Readonly<Record<string, unknown>> = {}) =>
  fitTable(table, { target: "y", learner: "ruleFit", options }) as TreeModel;
const right = (model: TreeModel, table: Table) => {
  const { labels } = predictTable(model, table) as ClassPrediction;
  const { codes } = table.columns.at(-1) as { codes: Int32Array };
  return labels.filter((label, row) => label === codes[row]).length / table.rows;
};

describe("ruleFit", () => {
  it("finds a planted rule, and puts it first", () => {
    const table = planted();
    const model = fit(table, { standardErrors: 1 });
    expect(right(model, table)).toBeGreaterThan(0.97);
    const [first] =
      model.nodes[0].answer!.kind === "classifier" ? model.nodes[0].answer!.formulas[1].terms : [];
    const { name, levels } = model.attributes[first.attribute];
    expect(levels).toEqual(["no", "yes"]);
    expect(name).toMatch(/^a > 0\.\d+ AND b > 0\.\d+ AND colour = red$/);
    expect(first.coefficient).toBeGreaterThan(0);
  });

  it("is printed as a list of terms with their coefficients", () => {
    const model = fit(planted(), { standardErrors: 1 });
    expect(rulesText(model)).toMatch(
      /^score: yes where the sum is above 0\n +-[\d.]+\n +\+[\d.]+ {2}a > [\d.]+ AND b > /,
    );
    expect(drawText(model)).toContain("classifier 1: yes where the sum is above 0\n");
  });

  it("learns from rows with missing values", () => {
    const table = planted(300, 40);
    expect(right(fit(table), table)).toBeGreaterThan(0.9);
  });

  it("adds up numbers, which stay within those of the training rows", () => {
    const [a, b] = (planted().columns as unknown as { values: Float64Array }[]).map(({ values }) => values);
    const y = a.map((x, i) => 10 * x + (b[i] > 0.5 ? 5 : 0));
    const table = makeTable([
      { type: "numeric", name: "a", values: a },
      { type: "numeric", name: "b", values: b },
      { type: "numeric", name: "y", values: y },
    ]);
    const model = fit(table);
    const { values } = predictTable(model, table) as ValuePrediction;
    const error = Math.sqrt(values.reduce((sum, value, i) => sum + (value - y[i]) ** 2, 0) / y.length);
    expect(error).toBeLessThan(0.5);
    const beyond = makeTable([
      { type: "numeric", name: "a", values: Float64Array.of(1000) },
      { type: "numeric", name: "b", values: Float64Array.of(0) },
    ]);
    expect((predictTable(model, beyond) as ValuePrediction).values[0]).toBe(Math.max(...y));
    expect(rulesText(model)).toMatch(/^score, the sum of\n/);
  });

  it("has a list for each of three classes", () => {
    const { columns } = planted();
    const [a, b] = columns as unknown as { values: Float64Array }[];
    const codes = Int32Array.from(a.values, (x, i) => (x > 0.5 ? (b.values[i] > 0.5 ? 2 : 1) : 0));
    const y = { type: "nominal", name: "y", levels: ["low", "right", "both"], codes } as const;
    const table = makeTable([columns[0], columns[1], y]);
    const model = fit(table);
    expect(right(model, table)).toBeGreaterThan(0.95);
    expect(rulesText(model)).toMatch(/^score: the class with the greatest sum\nlow:\n/);
  });

  it("leaves out the attributes, or the rules where the penalty is strong", () => {
    const { attributes } = fit(planted(), { linear: false });
    expect(attributes.length).toBeGreaterThan(4);
    const bare = fit(planted(), { penalty: 10 });
    expect(bare.attributes).toHaveLength(4);
    expect(bare.derived).toBeUndefined();
  });
});
