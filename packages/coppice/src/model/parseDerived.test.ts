import { describe, expect, it } from "vitest";
import { breaks } from "../../test/kit/breaks.js";
import { leaf, rulesFrom, schemas, treeOf } from "../../test/kit/handmade.js";
import { refusal } from "../../test/kit/refusal.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Measure } from "./measure.js";
import { parseModel } from "./parse.js";
import type { Derived, TreeModel } from "./tree.js";

const formula = { intercept: 1, terms: [{ attribute: 0, coefficient: 2 }] };

/** A leaf that derives one attribute. */
const model = (step: object, column: object = { type: "numeric" }): TreeModel =>
  treeOf([...schemas`x, color=red|blue`, { name: "measure", ...column } as ColumnSchema], [leaf(1, 0)], {
    derived: [{ attribute: 2, ...step } as Derived],
  });

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
    const one = model(linear);
    expect(() => parseModel({ ...one, derived: [...one.derived!, ...one.derived!] })).toThrow(
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
    const { attributes, derived } = model(linear);
    const rules = { ...rulesFrom(attributes, [], leaf(1, 0)), derived };
    expect(() => parseModel(rules)).not.toThrow();
    const filled = { ...rules, derived: [{ kind: "fill", attribute: 0, cell: 1 }] };
    expect(() => parseModel(filled)).toThrow('derived[0].kind must be a measure; got "fill"');
  });
});
