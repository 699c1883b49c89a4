import { describe, expect, it } from "vitest";
import { leaf, schemas } from "../../test/kit/handmade.js";
import { readAgain } from "../../test/kit/readAgain.js";
import { mixedTable } from "../../test/mixedTable.js";
import { random } from "../base/random.js";
import { fitTable } from "../learn/fit.js";
import { parseModel } from "../model/parse.js";
import type { TreeModel } from "../model/tree.js";
import { makeTable } from "../table/table.js";
import { nominal, numeric } from "../testing/index.js";
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

describe("the credit of a measure", () => {
  const creditOf = (step: object) =>
    creditsOf({ attributes, spreads, derived: [{ attribute: 3, ...step } as never] })[3];

  it("of a sum is divided by |coefficient| × standard deviation", () => {
    const terms = [...formula(1, -4).terms, { attribute: 2, coefficient: 5, levels: [0] }];
    // 1 · 2, 4 · 0.5 and 5 · √(0.2 · 0.8) = 2: a third each.
    const credit = creditOf({ kind: "linear", formula: { intercept: 9, terms } });
    for (const attribute of [0, 1, 2]) expect(credit.get(attribute)).toBeCloseTo(1 / 3, 12);
  });

  it("of a product goes to its factors by halves", () => {
    const products = [{ attributes: [0, 1], coefficient: 3 }];
    const credit = creditOf({ kind: "quadratic", formula: formula(0.5), products });
    // x: 0.5 · 2 + 3 · 2 · 0.5 / 2 = 2.5; z: 1.5.
    expect([credit.get(0), credit.get(1)]).toEqual([0.625, 0.375]);
  });

  it("of a distance goes by standard deviation over scale, of the largest by how far coefficients are apart", () => {
    const from = [
      { attribute: 0, at: 7, scale: 2 },
      { attribute: 1, at: 7, scale: 0.25 },
    ];
    const distance = creditOf({ kind: "distance", from }); // 2 / 2 and 0.5 / 0.25
    expect(distance.get(1)).toBeCloseTo(2 / 3, 12);
    // z has the same coefficient everywhere: it never decides.
    const largest = creditOf({ kind: "largest", of: [formula(1, 3), formula(2, 3)] });
    expect([...largest].join(" ")).toBe("0,1 1,0");
  });

  it("of an attribute of the table is its own", () => {
    expect([...creditsOf({ attributes })[1]]).toEqual([[1, 1]]);
  });
});

const model = { attributes, spreads };

it("the credit of a leaf's formula is the variance of its terms, or the impurity left", () => {
  const answer = {
    kind: "linear",
    formula: { intercept: 0, terms: [{ attribute: 1, coefficient: 6 }] },
  } as const;
  const linear = { weight: 4, value: 1, error: 1, answer };
  expect([...answerCredit(linear, model, creditsOf(model))]).toEqual([[1, 9]]); // (6 · 0.5)²
  const classifier = { kind: "classifier", formulas: [formula(1), formula(-1)] } as const;
  const classes = { ...leaf(1, 3), answer: classifier };
  expect([...answerCredit(classes, model, creditsOf(model))]).toEqual([[0, 0.375]]); // 1 - 1/16 - 9/16
});

describe("importance", () => {
  const rng = random(3);
  const column = (name: string, scale: number) =>
    numeric(
      name,
      Float64Array.from({ length: 300 }, () => scale * rng.normal()),
    );
  const [x, z, idle] = [column("x", 1), column("z", 1000), column("idle", 10)];
  const sum = x.values.map((value, row) => value + z.values[row] / 1000);

  it("of a linear tree is that of the attributes, whatever their units", () => {
    const y = nominal(
      "y",
      ["a", "b"],
      sum.map((s) => Number(s > 0)),
    );
    const model = fitTable(makeTable([x, z, idle, y]), { target: "y", learner: "linearTree" }) as TreeModel;
    const { values } = importance(model);
    expect(values.x).toBeGreaterThan(0.4);
    expect(values.z).toBeGreaterThan(0.4);
    expect(values.idle).toBeLessThan(0.1);
    expect(treeImportance(model).map(({ attribute }) => attribute)).not.toContain(3);
    expect(readAgain(model)).toEqual(model);
    expect(() => parseModel({ ...model, spreads: ["wide"] })).toThrow("spreads[0] must be");
  });

  it("of a model tree with one leaf is that of its formula", () => {
    const y = numeric(
      "y",
      sum.map((s, row) => 3 * s + 0.01 * idle.values[row]),
    );
    const options = { maxDepth: 1, minLeaf: 150 };
    const table = makeTable([x, z, idle, y]);
    const { values } = importance(fitTable(table, { target: "y", learner: "modelTree", options }));
    expect(values.x + values.z).toBeGreaterThan(0.9);
  });

  it("of other trees is as before", () => {
    const table = mixedTable({ target: "classes", rows: 100, seed: 2 });
    const model = fitTable(table, { target: "y", learner: "cart" });
    expect(model.spreads).toBeUndefined();
  });
});
