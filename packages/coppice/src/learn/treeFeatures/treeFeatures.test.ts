import { expect, it } from "vitest";
import { nominal, numeric, readAgain, wrongRows } from "../../../test/kit/index.js";
import { random } from "../../base/random.js";
import { modelJson } from "../../model/modelJson.js";
import { parseModel } from "../../model/parse.js";
import type { TreeModel } from "../../model/tree.js";
import { makeTable } from "../../table/table.js";
import { fitTable } from "../fit.js";

/** Two classes on a chequered square, and a colour that says nothing. */
const rng = random(9);
const [a, b] = [1, 2].map(() => Array.from({ length: 300 }, () => rng.uniform()));
const colour = a.map(() => rng.below(3) - 1);
const y = a.map((x, i) => (Math.floor(3 * x) + Math.floor(3 * b[i])) % 2);
const chequered = makeTable([
  ...[numeric("a", a), numeric("b", b)],
  ...[nominal("colour", ["red", "green"], colour), nominal("y", ["black", "white"], y)],
]);

const fit = (options: object) =>
  fitTable(chequered, { target: "y", learner: "treeFeatures", options: { ...options } }) as TreeModel;

it.each([{ folds: 3 }, { grow: "sampled", folds: 3 }, { then: "cart" }, { grow: "sampled", then: "cart" }])(
  "treeFeatures: %j learns from the leaves of small trees",
  (options) => {
    const model = fit({ trees: 20, ...options });
    expect(wrongRows(model, chequered)).toBeLessThan(30);
    expect(readAgain(model)).toEqual(model);
    const leaves = model.derived!.filter(({ kind }) => kind === "leaf");
    expect(leaves.length).toBeGreaterThan(0);
    expect(model.attributes[leaves[0].attribute].name).toMatch(/^leaf of tree \d+$/);
  },
);

it("treeFeatures rejects a model whose leaves and levels differ in number", () => {
  const json = JSON.parse(JSON.stringify(modelJson(fit({ trees: 3, folds: 2 })))) as {
    attributes: { levels?: string[] }[];
    derived: { attribute: number }[];
  };
  json.attributes[json.derived[0].attribute].levels!.push("one more");
  expect(() => parseModel(json)).toThrow(
    /derived\[0\]\.attribute must be an attribute with a level for each leaf/,
  );
});
