import { describe, expect, it } from "vitest";
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
const [linear, quadratic, distance, perceptron] = right;
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

  it.each<[object, string, object?]>([
    [
      { kind: "cubic" },
      'derived[0].kind must be fill, predict, indicator, combination, leaf, eachValue or a measure; got "cubic"',
    ],
    [linear, "derived[0].attribute must be a numeric attribute; got 2", levels],
    [{ ...linear, formula: 1 }, "derived[0].formula must be an object with intercept and terms; got 1"],
    [
      { ...linear, formula: { intercept: 1, terms: [{ attribute: 2, coefficient: 2 }] } },
      "derived[0].formula.terms[0].attribute must be the index of an attribute (0 to 1); got 2",
    ],
    [
      { ...linear, formula: { intercept: 1, terms: [{ attribute: 1, coefficient: 2 }] } },
      "derived[0].formula.terms[0].levels must be a list of level codes; got nothing",
    ],
    [{ ...quadratic, products: [] }, "derived[0].products must be a list of at least one; got a list"],
    [
      { ...quadratic, products: [{ attributes: [0], coefficient: 1 }] },
      "derived[0].products[0].attributes must be a list of two attributes; got a list",
    ],
    [
      { ...distance, from: [{ attribute: 0, at: 1, scale: 0 }] },
      "derived[0].from[0].scale must be a number above 0; got 0",
    ],
    [
      { ...distance, from: [{ attribute: 0, at: 1, scale: -2 }] },
      "derived[0].from[0].scale must be a number above 0; got -2",
    ],
    [
      { ...perceptron, output: { intercept: 0, coefficients: [1, 2] } },
      "derived[0].output.coefficients must be a list of numbers, one per hidden unit; got a list",
    ],
    [
      { kind: "largest", of: [formula] },
      "derived[0].attribute must be an attribute with 1 level; got 2",
      levels,
    ],
  ])("must be complete: %j", (step, message, column) => {
    expect(() => parseModel(model(step, column))).toThrow(message);
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
