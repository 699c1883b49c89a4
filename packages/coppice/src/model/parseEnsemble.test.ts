import { describe, expect, it } from "vitest";
import { brokenJson } from "../../test/brokenJson.js";
import { fitTable } from "../learn/fit.js";
import { monks1 } from "../synthetic/index.js";
import { modelJson } from "./modelJson.js";
import { parseModel } from "./parse.js";

const table = monks1({ rows: 60, seed: 1 });
const forest = fitTable(table, { target: "class", learner: "forest", options: { trees: 3 } });
const boosted = fitTable(table, { target: "class", learner: "adaBoost", options: { trees: 3 } });

describe("an ensemble", () => {
  it("round-trips through JSON", () => {
    for (const model of [forest, boosted]) {
      expect(parseModel(JSON.parse(JSON.stringify(modelJson(model))))).toEqual(model);
    }
  });

  it.each([
    [forest, "version", 3, "version must be 1 or 2; got 3"],
    [forest, "members", [], "members must be an object of kind packed or models"],
    [forest, "members.kind", "bag", "members.kind must be packed or models"],
    [forest, "members.trees", undefined, "members.trees must be an object"],
    [forest, "members.trees.width", 3, "members.trees"],
    [forest, "combine", { kind: "toss" }, "combine"],
    [forest, "combine", { kind: "vote", weights: [1] }, "combine.weights must be 3 numbers"],
    [
      forest,
      "combine",
      { kind: "vote", weights: [0, 0, 0] },
      "combine.weights must be numbers that are not all zero",
    ],
    [
      forest,
      "combine",
      { kind: "sum", base: [0], outputs: 1, link: "logistic" },
      "members.trees.width must be 1",
    ],
    [forest, "report.importance.values", [1], "report.importance.values must be 6 numbers"],
    [forest, "report.curves.0.on", "moon", "oob, validation or train"],
    [forest, "task", "regression", "target.type must be numeric for regression"],
    [boosted, "members.models", [], "members.models must be a list of at least one model"],
    [boosted, "members.models.0.format", "coppice-ensemble", "members.models[0] must be a model of one tree"],
    [boosted, "members.models.0.target.levels", ["a", "b"], "must be the classes of the ensemble"],
    [boosted, "members.models.0.nodes", [], "nodes must be a list of at least one node"],
  ])("is refused where something is wrong: case %#", (model, path, value, message) => {
    expect(() => parseModel(brokenJson(model, path, value))).toThrow(message);
  });
});
