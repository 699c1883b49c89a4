import { describe, expect, it } from "vitest";
import { breaks } from "../../test/kit/breaks.js";
import { refusal } from "../../test/kit/refusal.js";
import type { Measure } from "./measure.js";
import { parseModel } from "./parse.js";

const formula = { intercept: 1, terms: [{ attribute: 0, coefficient: 2 }] };

/** A leaf that derives one attribute. */
function model(step: object, column: object = { type: "numeric" }) {
  return {
    ...{ format: "coppice-tree", version: 2, learner: "cart", options: {}, task: "classification" },
    target: { name: "y", type: "nominal", levels: ["a", "b"] },
    attributes: [
      { name: "x", type: "numeric" },
      { name: "color", type: "nominal", levels: ["red", "blue"] },
      { name: "measure", ...column },
    ],
    derived: [{ attribute: 2, ...step }],
    training: { rows: 1, weight: 1, seed: 1 },
    nodes: [{ weight: 1, counts: [1, 0], label: 0 }],
  };
}

const right: Measure[] = [
  { kind: "linear", formula },
  { kind: "quadratic", formula, products: [{ attributes: [0, 0], coefficient: 3 }] },
  { kind: "distance", from: [{ attribute: 0, at: 1, scale: 2 }] },
  { kind: "perceptron", hidden: [formula], output: { intercept: 0, coefficients: [1] } },
];
const [linear] = right;
const levels = { type: "nominal", levels: ["1", "2"] };

describe("measures of a model", () => {
  it.each(right)("are read: $kind", (step) => {
    expect(parseModel(model(step))).toEqual(model(step));
  });

  it("derive an attribute once", () => {
    const { derived, ...rest } = model(linear) as { derived: object[] };
    expect(() => parseModel({ ...rest, derived: [...derived, ...derived] })).toThrow(
      "derived[1].attribute must be an attribute that no step before derives; got 2",
    );
  });

  it("may be levels", () => {
    expect(() => parseModel(model({ kind: "largest", of: [formula, formula] }, levels))).not.toThrow();
  });

  it.each(breaks`
    linear: derived[0].kind = "cubic" → must be fill, predict, indicator, combination, leaf, eachValue or a measure; got "cubic"
    linear: attributes[2] = {"name":"measure","type":"nominal","levels":["1","2"]} → derived[0].attribute must be a numeric attribute; got 2
    linear: derived[0].formula = 1 → must be an object with intercept and terms; got 1
    linear: derived[0].formula.terms[0].attribute = 2 → must be the index of an attribute (0 to 1); got 2
    linear: derived[0].formula.terms[0].attribute = 1 → derived[0].formula.terms[0].levels must be a list of level codes; got nothing
    quadratic: derived[0].products = [] → must be a list of at least one; got a list
    quadratic: derived[0].products[0].attributes = [0] → must be a list of two attributes; got a list
    distance: derived[0].from[0].scale = 0 → must be a number above 0; got 0
    distance: derived[0].from[0].scale = -2 → must be a number above 0; got -2
    perceptron: derived[0].output.coefficients = [1,2] → must be a list of numbers, one per hidden unit; got a list
  `)("must be complete: %s", (_, kind, spoil, wanted) => {
    const step = right.find((one) => one.kind === kind)!;
    expect(refusal(() => parseModel(spoil(model(step))))).toBe(wanted);
  });

  it("need a level for each formula of the largest", () => {
    const largest = { kind: "largest", of: [formula] };
    expect(refusal(() => parseModel(model(largest, levels)))).toBe(
      "MODEL_INVALID: derived[0].attribute must be an attribute with 1 level; got 2",
    );
  });

  it("of rules are checked too, and are all that rules derive", () => {
    const rules = {
      ...model(linear),
      ...{
        format: "coppice-rules",
        order: "first",
        rules: [],
        otherwise: { weight: 1, counts: [1, 0], label: 0 },
      },
    };
    expect(() => parseModel(rules)).not.toThrow();
    const filled = { ...rules, derived: [{ kind: "fill", attribute: 0, cell: 1 }] };
    expect(() => parseModel(filled)).toThrow('derived[0].kind must be a measure; got "fill"');
  });
});
