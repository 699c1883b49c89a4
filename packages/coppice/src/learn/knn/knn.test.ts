import { expect, it } from "vitest";
import { accuracyOn, classesSaid, valuesSaid } from "../../../test/kit/answers.js";
import { breaks } from "../../../test/kit/breaks.js";
import { refusal } from "../../../test/kit/refusal.js";
import { rowsFrom } from "../../../test/kit/rows.js";
import { random } from "../../base/random.js";
import { modelJson } from "../../model/modelJson.js";
import { parseModel } from "../../model/parse.js";
import { makeTable, type Table } from "../../table/table.js";
import { names, nominal, numeric, table } from "../../testing/index.js";
import { fitTable } from "../fit.js";
import { rowsPerLeaf } from "./treeFigures.js";

/** The class depends on x alone; eight columns are noise. */
function noisy(rows: number): Table {
  const rng = random(9);
  const draws = () => Array.from({ length: rows }, () => rng.uniform());
  const x = draws();
  const noise = names("n", 8).map((name) => numeric(name, draws()));
  const codes = x.map((value) => Math.floor(value * 4) % 2);
  return makeTable([numeric("x", x), ...noise, nominal("y", ["a", "b"], codes)]);
}

it("knn predicts from the nearest rows: worked by hand", () => {
  // x has mean 3 and variance (4 + 1 + 0 + 1 + 4) / 5 = 2. Nearest to 4.4 are 4 (0.4) and 5 (0.6): weights
  // 1 / (0.4 + 0.06) and 1 / (0.6 + 0.06), in units of √2, which cancels.
  const rows = table`x,y\n1,10\n2,20\n3,30\n4,40\n5,60`;
  const model = fitTable(rows, { target: "y", learner: "knn", options: { k: 2, attributes: "all" } });
  const [near, far] = [1 / 0.46, 1 / 0.66];
  const wanted = (40 * near + 60 * far) / (near + far);
  expect(valuesSaid(model, table`x\n4.4`)[0]).toBeCloseTo(wanted, 10);
});

it("knn uses the attributes of the tree, which beats all attributes where most are noise", () => {
  const rows = noisy(400);
  const [training, others] = [rowsFrom(rows, 0, 200), rowsFrom(rows, 200, 400)];
  const [chosen, all] = ["tree", "all"].map((attributes) =>
    fitTable(training, { target: "y", learner: "knn", options: { attributes } }),
  );
  expect(chosen.neighbours!.columns.some(({ attribute }) => attribute === 0)).toBe(true);
  expect(chosen.neighbours!.columns.length).toBeLessThan(9);
  expect(all.neighbours!.columns).toHaveLength(9);
  expect(accuracyOn(chosen, others)).toBeGreaterThan(accuracyOn(all, others) + 0.1);
});

it("knn takes k from the rows per leaf, at most the root of all rows", () => {
  const { neighbours, members } = fitTable(noisy(400), { target: "y", learner: "knn" });
  if (members.kind !== "models") throw new Error("kind");
  expect(neighbours!.count).toBe(Math.min(20, rowsPerLeaf(members.models[0])));
});

it("knn counts a row of weight 3 as three equal rows", () => {
  const rows = table`x,w,y\n0,1,a\n1,3,b\n2,1,a\n9,1,a`;
  const options = { k: 3, attributes: "all" };
  const model = fitTable(rows, { target: "y", learner: "knn", weight: "w", options });
  expect(model.neighbours).toHaveProperty("weights", [1, 3, 1, 1]);
  // Distances 1, 0, 1 (in scales s): weights 1/1.1, 3/0.1, 1/1.1.
  const { probabilities } = classesSaid(model, table`x\n1`);
  expect(probabilities[1]).toBeCloseTo(30 / (30 + 2 / 1.1), 10);
});

it.each(breaks`
  neighbours.answers[0] = 7 → must be a class code (0 to 1); got 7
  neighbours.count = 0 → must be an integer from 1 to 60; got 0
  neighbours.columns[0].levelScale = -1 → must be a positive number; got -1
`)("knn refuses a model with %s", (_, __, spoil, wanted) => {
  const model = fitTable(noisy(60), { target: "y", learner: "knn" });
  expect(refusal(() => parseModel(spoil(modelJson(model))))).toBe(wanted);
});
