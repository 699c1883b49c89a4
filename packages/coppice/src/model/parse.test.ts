import { expect, it } from "vitest";
import { breaks } from "../../test/kit/breaks.js";
import { DEEP, deepTree } from "../../test/kit/deepTree.js";
import { refusal } from "../../test/kit/refusal.js";
import { allModels, clinicModel, irisModel, paintModel, rentModel, tennisModel } from "../../test/models.js";
import { partSchema } from "../table/timeParts.js";
import { parseModel } from "./parse.js";
import type { TreeModel } from "./tree.js";

const copy = (model: TreeModel) => JSON.parse(JSON.stringify(model));

const errorOf = (json: unknown) => refusal(() => parseModel(json));

const MODELS: Readonly<Record<string, TreeModel>> = {
  ...{ clinic: clinicModel(), iris: irisModel(), paint: paintModel() },
  ...{ rent: rentModel(), tennis: tennisModel() },
};

it("returns the parsed JSON", () => {
  for (const model of allModels()) expect(parseModel(copy(model))).toStrictEqual(model);
});

it("reads a deep tree without recursion", () => {
  expect((parseModel(copy(deepTree())) as TreeModel).nodes).toHaveLength(2 * DEEP + 1);
});

it("reports what is not a coppice model, or one of another version", () => {
  const no =
    'MODEL_INVALID: this is not a coppice model: it must be an object with format "coppice-tree" or "coppice-ensemble" or "coppice-rules"; got ';
  expect(errorOf(null)).toBe(`${no}null`);
  expect(errorOf([])).toBe(`${no}a list`);
  expect(errorOf("tree")).toBe(`${no}"tree"`);
  expect(errorOf({ type: "FeatureCollection" })).toBe(`${no}format nothing`);
  expect(errorOf({ ...irisModel(), format: "xgboost" })).toBe(`${no}format "xgboost"`);
  const version = "MODEL_VERSION: version must be 1 or 2; got ";
  expect(errorOf({ ...irisModel(), version: 3 })).toBe(`${version}3`);
  expect(errorOf({ ...irisModel(), version: { toString: 1 } })).toBe(`${version}{"toString":1}`);
});

it.each(breaks`
    iris: learner = 3 → must be a string; got 3
    iris: options = [] → must be an object; got a list
    iris: task = "ranking" → must be classification or regression; got "ranking"
    iris: target = nothing → must be an object with name and type; got nothing
    iris: target.levels = nothing → must be the list of classes for classification; got nothing
    iris: target.levels[1] = "setosa" → must be a level not listed before; got "setosa"
    rent: target.type = "nominal" → must be numeric for regression; got "nominal"
    iris: attributes = {} → must be a list of columns; got an object
    iris: attributes[2].type = "date" → must be numeric, nominal, ordered, string or text; got "date"
    tennis: attributes[2].levels = [1] → attributes[2].levels[0] must be a string; got 1
    tennis: attributes[2].levels = "weak" → must be a list of strings; got "weak"
    iris: attributes[3].name = "species" → must be different from the target's and every other's; got "species"
    iris: training = 1 → must be an object with rows, weight and seed; got 1
    iris: pruning = 3 → must be a list of the trees of the pruning sequence; got 3
    iris: pruning = [{"alpha":-1}] → pruning[0].alpha must be a non-negative number; got -1
    iris: training.rows = -1 → must be a non-negative number; got -1
    iris: training.seed = null → must be a number; got null
    iris: nodes = [] → must be a list of at least one node; got a list
    iris: nodes[3] = 7 → must be an object; got 7
    iris: nodes[3].weight = null → must be a finite non-negative number; got null
    iris: nodes[3].counts = [1,2] → must be a list of 3 class weights; got a list
    iris: nodes[3].counts[1] = -1 → must be a finite non-negative number; got -1
    iris: nodes[3].counts = [0,0,0] → must be class weights that are not all zero; got a list
    iris: nodes[3].label = 3 → must be a class code (0 to 2); got 3
    rent: nodes[2].value = "800" → must be a finite number; got "800"
    rent: nodes[2].error = -1 → must be a finite non-negative number; got -1
    iris: nodes[0].test = nothing → must be given, since it has branches; got nothing
    iris: nodes[0].test = 1 → must be an object; got 1
    iris: nodes[0].test.kind = "oblique" → must be threshold, levels, subset, intervals or gate; got "oblique"
    iris: nodes[0].test.kind = "levels" → must be threshold, intervals or gate on a numeric attribute; got "levels"
    iris: nodes[0].test = {"kind":"gate","attribute":2,"threshold":2.45,"slope":0} → nodes[0].test.slope must be a positive number; got 0
    iris: nodes[0].test = {"kind":"gate","attribute":2,"threshold":"2","slope":1} → nodes[0].test.threshold must be a finite number; got "2"
    tennis: nodes[0].test.kind = "intervals" → must be levels or subset on an attribute without order; got "intervals"
    tennis: attributes[1].levels = [] → nodes[1].test.attribute must be an attribute with levels; got 1
    iris: nodes[0].test.attribute = 4 → must be the index of an attribute (0 to 3); got 4
    iris: nodes[0].test.threshold = null → must be a finite number; got null
    rent: nodes[1].test.threshold = 0.5 → must be a level code (0 to 2); got 0.5
    paint: nodes[0].test.left = 0 → must be a list of level codes; got 0
    paint: nodes[0].test.left[1] = 4 → must be a level code (0 to 3); got 4
    paint: nodes[0].test.right = [2] → nodes[0].test.right[0] must be a level not listed before; got 2
    paint: nodes[0].test = {"kind":"subset","attribute":0,"left":[],"right":[]} → nodes[0].test.left must be a list of at least one level, or right must; got none in either
    rent: nodes[0].test.edges = 1 → must be a list of edges; got 1
    rent: nodes[0].test.edges[1] = 10 → must be above the edge before it; got 10
    rent: nodes[0].test.edges[0] = null → must be a finite number; got null
    iris: nodes[0].gain = null → must be a finite number; got null
    iris: nodes[0].branches = 1 → must be a list of node indexes; got 1
    iris: nodes[2].branches = [3] → must be a list of 2, one per outcome; got 1
    iris: nodes[2].branches[1] = 2 → must be the index of a later node; got 2
    iris: nodes[2].branches[1] = 7 → must be the index of a later node; got 7
    iris: nodes[2].branches[1] = 5 → nodes[2].branches must be branches that nothing else leads to; got 5
    iris: nodes[2].branches = [6,3] → must be in preorder, with 3 next; got 6
    iris: nodes[7] = {"weight":46,"counts":[0,1,45],"label":2} → must be a branch of some node; got none that leads to it
    iris: nodes[0].missing = 1 → must be a share, branch or surrogates rule; got 1
    iris: nodes[0].missing.kind = "drop" → must be a share, branch or surrogates rule; got "drop"
    iris: nodes[0].missing.to = 2 → must be a branch (0 to 1); got 2
    tennis: nodes[1].missing.shares = [1] → must be a list of 2 shares, one per branch; got a list
    tennis: nodes[1].missing.shares[0] = -1 → must be a finite non-negative number; got -1
    # 0.601 + 0.4 = 1.001
    tennis: nodes[1].missing.shares[0] = 0.601 → nodes[1].missing.shares must be shares that sum to 1; got 1.001
    clinic: nodes[0].missing.surrogates = {} → must be a list of surrogates; got an object
    clinic: nodes[0].missing.surrogates[0] = 1 → must be an object; got 1
    clinic: nodes[0].missing.surrogates[0].test.attribute = 9 → must be the index of an attribute (0 to 3); got 9
    clinic: nodes[0].missing.surrogates[0].to = [0] → must be a list of 2 branches, one per outcome; got a list
    clinic: nodes[0].missing.surrogates[0].to[1] = 2 → must be -1 or a branch (0 to 1); got 2
    clinic: nodes[0].missing.surrogates[1].agreement = "high" → must be a finite number; got "high"
    clinic: nodes[0].missing.surrogates[1].adjusted = null → must be a finite number; got null
    clinic: nodes[0].missing.otherwise = 3 → must be a share or branch rule; got 3
    clinic: nodes[0].missing.otherwise.kind = "surrogates" → must be a share or branch rule; got "surrogates"
    clinic: nodes[0].competitors = 1 → must be a list of tests with their gains; got 1
    clinic: nodes[0].competitors[0] = 1 → must be an object; got 1
    clinic: nodes[0].competitors[0].gain = "much" → must be a finite number; got "much"
    clinic: derived = {} → must be a list of steps; got an object
    clinic: derived[0] = 1 → must be an object; got 1
    clinic: derived[0].kind = "guess" → must be fill, predict, indicator, combination, leaf, eachValue or a measure; got "guess"
    clinic: derived[0].attribute = 4 → must be the index of an attribute (0 to 3); got 4
    clinic: derived[0].attribute = 3 → must be an attribute of two levels; got 3
    clinic: derived[0].of = 7 → must be the index of an attribute (0 to 3); got 7
    clinic: derived[1].cell = 2 → must be a level code (0 to 1); got 2
    clinic: derived[2].cells = [] → must be a list of cells; got a list
    clinic: derived[2].cells[0] = "x" → must be a finite number; got "x"
    clinic: derived[2].shares[0] = 0.5 → derived[2].shares must be shares that sum to 1; got 1.25
    clinic: derived[2].shares = [1] → must be a list of 2 shares, one per cell; got a list
    clinic: derived[3].nodes = [] → must be a list of at least one node; got a list
    clinic: derived[3].nodes[1].value = "fast" → must be a finite number; got "fast"
    clinic: derived[3].nodes[0].branches[1] = 1 → derived[3].nodes[0].branches must be branches that nothing else leads to; got 1
    # The branch for missing values exists, but missing values go elsewhere.
    rent: nodes[0].missing.to = 0 → nodes[0].branches must be a list of 3, one per outcome; got 4
    iris: nodes[0].superclasses = [0] → must be two lists of class codes; got a list
    iris: nodes[0].superclasses = [[0],1] → nodes[0].superclasses[1] must be a list of class codes; got 1
    iris: nodes[0].superclasses[1] = [3] → nodes[0].superclasses[1][0] must be a class code (0 to 2); got 3
  `)("reports %s", (_, model, spoil, wanted) => {
  expect(errorOf(spoil(MODELS[model]))).toBe(wanted);
});

const notation = { kind: "time", shows: "date", order: "dmy" } as const;
const dated = (): TreeModel => {
  const model = copy(irisModel());
  model.attributes[0].notation = notation;
  model.attributes.push(partSchema({ of: "petal length", unit: "month", notation }));
  return model;
};
it("notations and parts are kept", () => {
  expect(parseModel(copy(dated())).attributes).toEqual(dated().attributes);
});

it.each(breaks`
  attributes[0].notation = 5 → must be an object with a kind; got 5
  attributes[0].notation.kind = "roman" → must be number or time in a numeric column; got "roman"
  target.notation = {"kind":"time"} → target.notation.kind must be spelling in a nominal column; got "time"
  attributes[4].part = 1 → must be an object with of, unit and notation; got 1
  attributes[4].part.of = "" → must be a column's name; got ""
  attributes[4].part.unit = "week" → must be year, month, weekday, hour; got "week"
  attributes[4].part.unit = "year" → must be one that fits the column's type and levels; got "year"
  attributes[4].part.notation = {"kind":"number"} → attributes[4].part.notation.kind must be time; got "number"
  `)("notations and parts are refused with %s", (_, __, spoil, wanted) => {
  expect(errorOf(spoil(dated()))).toBe(wanted);
});
