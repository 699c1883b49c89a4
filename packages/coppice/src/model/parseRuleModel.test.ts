import { describe, expect, it } from "vitest";
import { brokenJson } from "../../test/brokenJson.js";
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

  it.each([
    ["order", "loudest", "order must be first or vote"],
    ["rules", {}, "rules must be a list of rules"],
    ["rules.0", 1, "rules[0] must be an object with if and then"],
    ["rules.0.if", undefined, "rules[0].if must be a list of conditions"],
    ["rules.0.if.0", "x", "rules[0].if[0] must be an object"],
    ["rules.0.if.0.attribute", 3, "rules[0].if[0].attribute must be the index of an attribute (0 to 2)"],
    ["rules.0.if.0.kind", "near", "rules[0].if[0].kind must be range, levels, missing or known"],
    ["rules.0.if.0.above", "77", "rules[0].if[0].above must be a finite number"],
    ["rules.0.if.1.kind", "range", "levels, missing or known on an attribute without order"],
    ["rules.0.if.0", { kind: "levels", attribute: 0, levels: [0] }, "range, missing or known on a numeric"],
    ["rules.0.if.1.levels", "sunny", "rules[0].if[1].levels must be a list of level codes"],
    ["rules.0.if.1.levels", [0, 3], "rules[0].if[1].levels[1] must be a level code (0 to 2)"],
    ["rules.0.if.1.levels", [1, 0], "rules[0].if[1].levels[1] must be above the code before it"],
    ["rules.0.if.1", { kind: "known", attribute: 0 }, "an attribute that no earlier condition tests"],
    ["rules.0.locked", "yes", "rules[0].locked must be true, or absent"],
    ["rules.1.if.0.atMost", 2, "rules[1].if[0].atMost must be a level code (0 to 1)"],
    ["rules.1.then", null, "rules[1].then must be an object"],
    ["rules.1.then.counts", [1], "rules[1].then.counts must be a list of 2 class weights"],
    ["otherwise.label", 2, "otherwise.label must be a class code (0 to 1)"],
    ["otherwise", undefined, "otherwise must be an object"],
  ])("is refused where %s is %o", (path, value, message) => {
    expect(() => parseModel(brokenJson(model, path, value))).toThrow(message);
  });
});
