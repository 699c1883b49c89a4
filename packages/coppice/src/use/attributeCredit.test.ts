import { expect, it } from "vitest";
import { leaf, schemas } from "../../test/kit/handmade.js";
import { readAgain } from "../../test/kit/readAgain.js";
import { mixedTable } from "../../test/mixedTable.js";
import { random } from "../base/random.js";
import { fitTable } from "../learn/fit.js";
import { parseModel } from "../model/parse.js";
import { tableFrom } from "../source/tableFrom.js";
import { answerCredit, creditsOf } from "./attributeCredit.js";
import { treeImportance } from "./explain/treeImportance.js";
import { importance } from "./importance.js";

const attributes = schemas`x, z, kind=a|b, m`;
/** The sum of the first attributes, each times its coefficient. */
const formula = (...coefficients: number[]) => ({
  intercept: 0,
  terms: coefficients.map((coefficient, attribute) => ({ attribute, coefficient })),
});
const spreads = [2, 0.5, [0.2, 0.8]] as const;

const creditOf = (step: object) =>
  creditsOf({ attributes, spreads, derived: [{ attribute: 3, ...step } as never] })[3];

it("the credit of a measure of a sum is divided by |coefficient| × standard deviation", () => {
  const terms = [...formula(1, -4).terms, { attribute: 2, coefficient: 5, levels: [0] }];
  // 1 · 2, 4 · 0.5 and 5 · √(0.2 · 0.8) = 2: a third each.
  const credit = creditOf({ kind: "linear", formula: { intercept: 9, terms } });
  for (const attribute of [0, 1, 2]) expect(credit.get(attribute)).toBeCloseTo(1 / 3, 12);
});

it("the credit of a measure of a product goes to its factors by halves", () => {
  const products = [{ attributes: [0, 1], coefficient: 3 }];
  const credit = creditOf({ kind: "quadratic", formula: formula(0.5), products });
  // x: 0.5 · 2 + 3 · 2 · 0.5 / 2 = 2.5; z: 1.5.
  expect([credit.get(0), credit.get(1)]).toEqual([0.625, 0.375]);
});

it("the credit of a measure of a distance goes by standard deviation over scale, of the largest by how far coefficients are apart", () => {
  const from = [2, 0.25].map((scale, attribute) => ({ attribute, at: 7, scale }));
  const distance = creditOf({ kind: "distance", from }); // 2 / 2 and 0.5 / 0.25
  expect(distance.get(1)).toBeCloseTo(2 / 3, 12);
  // z has the same coefficient everywhere: it never decides.
  const largest = creditOf({ kind: "largest", of: [formula(1, 3), formula(2, 3)] });
  expect([...largest].join(" ")).toBe("0,1 1,0");
});

it("the credit of a measure of an attribute of the table is its own", () => {
  expect([...creditsOf({ attributes })[1]]).toEqual([[1, 1]]);
});

const model = { attributes, spreads };

it("the credit of a leaf's formula is the variance of its terms, or the impurity left", () => {
  const linear = {
    weight: 4,
    value: 1,
    error: 1,
    answer: { kind: "linear", formula: formula(0, 6) },
  } as const;
  expect([...answerCredit(linear, model, creditsOf(model))]).toEqual([
    [0, 0],
    [1, 9],
  ]); // (6 · 0.5)²
  const classifier = { kind: "classifier", formulas: [formula(1), formula(-1)] } as const;
  const classes = { ...leaf(1, 3), answer: classifier };
  expect([...answerCredit(classes, model, creditsOf(model))]).toEqual([[0, 0.375]]); // 1 - 1/16 - 9/16
});

const rng = random(3);
const drawn = (scale: number) => Array.from({ length: 300 }, () => scale * rng.normal());
const [x, z, idle] = [drawn(1), drawn(1000), drawn(10)];
const sum = x.map((value, row) => value + z[row] / 1000);

it("importance of a linear tree is that of the attributes, whatever their units", () => {
  const y = sum.map((s) => (s > 0 ? "b" : "a"));
  const model = fitTable(tableFrom({ x, z, idle, y }), { target: "y", learner: "linearTree" });
  const { values } = importance(model);
  expect(values.x).toBeGreaterThan(0.4);
  expect(values.z).toBeGreaterThan(0.4);
  expect(values.idle).toBeLessThan(0.1);
  expect(treeImportance(model).map(({ attribute }) => attribute)).not.toContain(3);
  expect(readAgain(model)).toEqual(model);
  expect(() => parseModel({ ...model, spreads: ["wide"] })).toThrow("spreads[0] must be");
});

it("importance of a model tree with one leaf is that of its formula", () => {
  const y = sum.map((s, row) => 3 * s + 0.01 * idle[row]);
  const options = { maxDepth: 1, minLeaf: 150 };
  const table = tableFrom({ x, z, idle, y });
  const { values } = importance(fitTable(table, { target: "y", learner: "modelTree", options }));
  expect(values.x + values.z).toBeGreaterThan(0.9);
});

it("importance of other trees is as before", () => {
  const table = mixedTable({ target: "classes", rows: 100, seed: 2 });
  const model = fitTable(table, { target: "y", learner: "cart" });
  expect(model.spreads).toBeUndefined();
});
