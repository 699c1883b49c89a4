import { describe, expect, it } from "vitest";
import { mixedTable } from "../../test/mixedTable.js";
import { random } from "../base/random.js";
import { fitTable } from "../learn/fit.js";
import { parseModel } from "../model/parse.js";
import type { TreeModel } from "../model/tree.js";
import { makeTable } from "../table/table.js";
import { answerCredit, creditsOf } from "./attributeCredit.js";
import { treeImportance } from "./explain/treeImportance.js";
import { importance } from "./importance.js";

const attributes = [
  { name: "x", type: "numeric" },
  { name: "z", type: "numeric" },
  { name: "kind", type: "nominal", levels: ["a", "b"] },
  { name: "m", type: "numeric" },
] as const;
const spreads = [2, 0.5, [0.2, 0.8]] as const;

describe("the credit of a measure", () => {
  const creditOf = (step: object) =>
    creditsOf({ attributes, spreads, derived: [{ attribute: 3, ...step } as never] })[3];

  it("of a sum is divided by |coefficient| × standard deviation", () => {
    const terms = [
      { attribute: 0, coefficient: 1 },
      { attribute: 1, coefficient: -4 },
      { attribute: 2, coefficient: 5, levels: [0] },
    ];
    // 1 · 2, 4 · 0.5 and 5 · √(0.2 · 0.8) = 2: a third each.
    const credit = creditOf({ kind: "linear", formula: { intercept: 9, terms } });
    for (const attribute of [0, 1, 2]) expect(credit.get(attribute)).toBeCloseTo(1 / 3, 12);
  });

  it("of a product goes to its factors by halves", () => {
    const credit = creditOf({
      kind: "quadratic",
      formula: { intercept: 0, terms: [{ attribute: 0, coefficient: 0.5 }] },
      products: [{ attributes: [0, 1], coefficient: 3 }],
    });
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
    const formula = (a: number) => ({
      intercept: 0,
      terms: [
        { attribute: 0, coefficient: a },
        { attribute: 1, coefficient: 3 },
      ],
    });
    // z has the same coefficient everywhere: it never decides.
    expect([...creditOf({ kind: "largest", of: [formula(1), formula(2)] })]).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it("of an attribute of the table is its own", () => {
    expect([...creditsOf({ attributes })[1]]).toEqual([[1, 1]]);
  });
});

describe("the credit of a leaf's formula", () => {
  const model = { attributes, spreads };

  it("is the variance of its terms, or the impurity left", () => {
    const terms = [{ attribute: 1, coefficient: 6 }];
    const linear = {
      ...{ weight: 4, value: 1, error: 1 },
      answer: { kind: "linear" as const, formula: { intercept: 0, terms } },
    };
    expect([...answerCredit(linear, model, creditsOf(model))]).toEqual([[1, 9]]); // (6 · 0.5)²
    const formulas = [1, -1].map((coefficient) => ({ intercept: 0, terms: [{ attribute: 0, coefficient }] }));
    const classes = {
      ...{ weight: 4, counts: [1, 3], label: 1 },
      answer: { kind: "classifier" as const, formulas },
    };
    expect([...answerCredit(classes, model, creditsOf(model))]).toEqual([[0, 0.375]]); // 1 - 1/16 - 9/16
  });
});

describe("importance", () => {
  const rng = random(3);
  const column = (name: string, scale: number) => ({
    type: "numeric" as const,
    name,
    values: Float64Array.from({ length: 300 }, () => scale * rng.normal()),
  });
  const [x, z, idle] = [column("x", 1), column("z", 1000), column("idle", 10)];
  const sum = x.values.map((value, row) => value + z.values[row] / 1000);

  it("of a linear tree is that of the attributes, whatever their units", () => {
    const y = {
      type: "nominal" as const,
      name: "y",
      levels: ["a", "b"],
      codes: Int32Array.from(sum, (s) => Number(s > 0)),
    };
    const model = fitTable(makeTable([x, z, idle, y]), { target: "y", learner: "linearTree" }) as TreeModel;
    const { values } = importance(model);
    expect(values.x).toBeGreaterThan(0.4);
    expect(values.z).toBeGreaterThan(0.4);
    expect(values.idle).toBeLessThan(0.1);
    expect(treeImportance(model).map(({ attribute }) => attribute)).not.toContain(3);
    expect(parseModel(JSON.parse(JSON.stringify(model)))).toEqual(model);
    const broken = { ...JSON.parse(JSON.stringify(model)), spreads: ["wide"] };
    expect(() => parseModel(broken)).toThrow("spreads[0] must be");
  });

  it("of a model tree with one leaf is that of its formula", () => {
    const y = {
      type: "numeric" as const,
      name: "y",
      values: sum.map((s, row) => 3 * s + 0.01 * idle.values[row]),
    };
    const model = fitTable(makeTable([x, z, idle, y]), {
      target: "y",
      learner: "modelTree",
      options: { maxDepth: 1, minLeaf: 150 },
    });
    const { values } = importance(model);
    expect(values.x + values.z).toBeGreaterThan(0.9);
  });

  it("of other trees is as before", () => {
    const model = fitTable(mixedTable({ target: "classes", rows: 100, seed: 2 }), {
      target: "y",
      learner: "cart",
    }) as TreeModel;
    expect(model.spreads).toBeUndefined();
  });
});
