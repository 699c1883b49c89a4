import { describe, expect, it } from "vitest";
import { random } from "../../base/random.js";
import { modelJson } from "../../model/modelJson.js";
import { parseModel } from "../../model/parse.js";
import type { TreeModel } from "../../model/tree.js";
import { type ClassPrediction, predictTable } from "../../predict/predictTable.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";

/** Two classes on a chequered square, and a colour that says nothing. */
function chequered(rows = 400): Table {
  const rng = random(9);
  const cells = () => Float64Array.from({ length: rows }, () => rng.uniform());
  const [a, b] = [cells(), cells()];
  return makeTable([
    { type: "numeric", name: "a", values: a },
    { type: "numeric", name: "b", values: b },
    {
      ...{ type: "nominal", name: "colour", levels: ["red", "green"] },
      codes: Int32Array.from({ length: rows }, () => rng.below(3) - 1),
    },
    {
      ...{ type: "nominal", name: "y", levels: ["black", "white"] },
      codes: Int32Array.from(a, (x, i) => (Math.floor(3 * x) + Math.floor(3 * b[i])) % 2),
    },
  ]);
}

const fit = (options: Readonly<Record<string, unknown>> = {}) =>
  fitTable(chequered(), {
    target: "y",
    learner: "treeFeatures",
    options: { trees: 40, ...options },
  }) as TreeModel;

describe("treeFeatures", () => {
  it.each([{}, { grow: "sampled" }, { then: "cart" }, { grow: "sampled", then: "cart" }])(
    "%j learns from the leaves of small trees",
    (options) => {
      const model = fit(options);
      const table = chequered();
      const { labels } = predictTable(model, table) as ClassPrediction;
      const { codes } = table.columns[3] as { codes: Int32Array };
      expect(labels.filter((label, row) => label === codes[row]).length / table.rows).toBeGreaterThan(0.9);
      const leaves = model.derived!.filter(({ kind }) => kind === "leaf");
      expect(leaves.length).toBeGreaterThan(0);
      expect(model.attributes[leaves[0].attribute].name).toMatch(/^leaf of tree \d+$/);
    },
  );

  it.each(["linear", "cart"])("predicts the same after a round trip (then=%s)", (then) => {
    const model = fit({ then });
    const back = parseModel(JSON.parse(JSON.stringify(modelJson(model))));
    expect(predictTable(back, chequered())).toEqual(predictTable(model, chequered()));
  });

  it("rejects a model whose leaves and levels differ in number", () => {
    const json = JSON.parse(JSON.stringify(modelJson(fit()))) as {
      attributes: { levels?: string[] }[];
      derived: { attribute: number }[];
    };
    json.attributes[json.derived[0].attribute].levels!.push("one more");
    expect(() => parseModel(json)).toThrow(
      /derived\[0\]\.attribute must be an attribute with a level for each leaf/,
    );
  });
});
