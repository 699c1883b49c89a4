import { describe, expect, it } from "vitest";
import { breaks } from "../../test/kit/breaks.js";
import { refusal } from "../../test/kit/refusal.js";
import { parseModel } from "./parse.js";
import type { RuleModel } from "./ruleSet.js";

const model: RuleModel = {
  format: "coppice-rules",
  version: 2,
  learner: "ripper",
  options: {},
  task: "classification",
  target: { name: "play", type: "nominal", levels: ["no", "yes"] },
  attributes: [
    { name: "humidity", type: "numeric" },
    { name: "outlook", type: "nominal", levels: ["rain", "sunny", "overcast"] },
    { name: "wind", type: "ordered", levels: ["weak", "strong"] },
  ],
  training: { rows: 14, weight: 14, seed: 1 },
  order: "first",
  rules: [
    {
      if: [
        { kind: "range", attribute: 0, above: 77.5 },
        { kind: "levels", attribute: 1, levels: [0, 1] },
      ],
      then: { weight: 3, counts: [3, 0], label: 0 },
      locked: true,
    },
    {
      if: [{ kind: "range", attribute: 2, above: 0, atMost: 1 }],
      then: { weight: 3, counts: [2, 1], label: 0 },
    },
    { if: [{ kind: "missing", attribute: 0 }], then: { weight: 0, counts: [5, 9], label: 0 } },
  ],
  otherwise: { weight: 8, counts: [0, 8], label: 1 },
};

describe("a rule set", () => {
  it("round-trips through JSON", () => {
    expect(parseModel(JSON.parse(JSON.stringify(model)))).toEqual(model);
  });

  it.each(breaks`
    order = "loudest" → must be first or vote; got "loudest"
    rules = {} → must be a list of rules; got an object
    rules[0] = 1 → must be an object with if and then; got 1
    rules[0].if = nothing → must be a list of conditions; got nothing
    rules[0].if[0] = "x" → must be an object; got "x"
    rules[0].if[0].attribute = 3 → must be the index of an attribute (0 to 2); got 3
    rules[0].if[0].kind = "near" → must be range, levels, missing or known; got "near"
    rules[0].if[0].above = "77" → must be a finite number; got "77"
    rules[0].if[1].kind = "range" → must be levels, missing or known on an attribute without order; got "range"
    rules[0].if[0] = {"kind":"levels","attribute":0,"levels":[0]} → rules[0].if[0].kind must be range, missing or known on a numeric attribute; got "levels"
    rules[0].if[1].levels = "sunny" → must be a list of level codes; got "sunny"
    rules[0].if[1].levels = [0,3] → rules[0].if[1].levels[1] must be a level code (0 to 2); got 3
    rules[0].if[1].levels = [1,0] → rules[0].if[1].levels[1] must be above the code before it; got 0
    rules[0].if[1] = {"kind":"known","attribute":0} → rules[0].if[1].attribute must be an attribute that no earlier condition tests; got 0
    rules[0].locked = "yes" → must be true, or absent; got "yes"
    rules[1].if[0].atMost = 2 → must be a level code (0 to 1); got 2
    rules[1].then = null → must be an object; got null
    rules[1].then.counts = [1] → must be a list of 2 class weights; got a list
    otherwise.label = 2 → must be a class code (0 to 1); got 2
    otherwise = nothing → must be an object; got nothing
  `)("is refused with %s", (_, __, spoil, wanted) => {
    expect(refusal(() => parseModel(spoil(model)))).toBe(wanted);
  });
});
