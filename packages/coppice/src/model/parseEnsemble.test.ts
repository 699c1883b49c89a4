import { expect, it } from "vitest";
import { breaks } from "../../test/kit/breaks.js";
import { refusal } from "../../test/kit/refusal.js";
import { fitTable } from "../learn/fit.js";
import { monks1 } from "../synthetic/index.js";
import { modelJson } from "./modelJson.js";
import { parseModel } from "./parse.js";

const table = monks1({ rows: 60, seed: 1 });
const forest = fitTable(table, { target: "class", learner: "forest", options: { trees: 3 } });
const boosted = fitTable(table, { target: "class", learner: "adaBoost", options: { trees: 3 } });

it.each(breaks`
  forest: version = 3 → MODEL_VERSION: version must be 1 or 2; got 3
  forest: members = [] → must be an object of kind packed or models; got a list
  forest: members.kind = "bag" → must be packed or models; got "bag"
  forest: members.trees = nothing → must be an object with the columns of packed trees; got nothing
  forest: members.trees.width = 3 → members.trees.values must be numbers in rows of 3; got 4
  forest: combine = {"kind":"toss"} → combine.kind must be an object of kind mean, vote or sum; got "toss"
  forest: combine = {"kind":"vote","weights":[1]} → combine.weights must be 3 numbers, one for each member; got 1
  forest: combine = {"kind":"vote","weights":[0,0,0]} → combine.weights must be numbers that are not all zero; got a list
  forest: combine = {"kind":"sum","base":[0],"outputs":1,"link":"logistic"} → members.trees.width must be 1; got 2
  forest: report.importance.values = [1] → must be 6 numbers, one for each attribute; got 1
  forest: report.curves[0].on = "moon" → must be oob, validation or train; got "moon"
  forest: task = "regression" → target.type must be numeric for regression; got "nominal"
  boosted: members.models = [] → must be a list of at least one model; got a list
  boosted: members.models[0].format = "coppice-ensemble" → members.models[0] must be a model of one tree; got an object
  boosted: members.models[0].target.levels = ["a","b"] → must be the classes of the ensemble; got a list
  boosted: members.models[0].nodes = [] → nodes must be a list of at least one node; got a list
  `)("an ensemble is refused with %s", (_, of, spoil, wanted) => {
  const model = modelJson(of === "forest" ? forest : boosted);
  expect(refusal(() => parseModel(spoil(model)))).toBe(wanted);
});
