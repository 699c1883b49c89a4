import { describe, expect, it } from "vitest";
import {
  allModels,
  chainModel,
  clinicModel,
  irisModel,
  paintModel,
  rentModel,
  tennisModel,
} from "../../test/models.js";
import { CoppiceError } from "../base/errors.js";
import { partSchema } from "../table/timeParts.js";
import { parseModel } from "./parse.js";
import type { TreeModel } from "./tree.js";

const copy = (model: TreeModel) => JSON.parse(JSON.stringify(model));

/** The model with the value at `path` ("nodes[0].gain") replaced; undefined deletes it. */
function broken(model: TreeModel, path: string, value: unknown): unknown {
  const json = copy(model);
  const keys = path.match(/[^.[\]]+/g)!;
  const last = keys.pop()!;
  const place = keys.reduce((at, key) => at[key], json);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return json;
}

function errorOf(json: unknown): string {
  try {
    parseModel(json);
  } catch (error) {
    expect(error).toBeInstanceOf(CoppiceError);
    return String(error);
  }
  return "no error";
}

function clinicCases(): [() => TreeModel, string, unknown, string][] {
  const rule = "nodes[0].missing";
  const cases: [string, unknown, string][] = [
    [`${rule}.surrogates`, {}, `${rule}.surrogates must be a list of surrogates; got an object`],
    [`${rule}.surrogates[0]`, 1, `${rule}.surrogates[0] must be an object; got 1`],
    [
      `${rule}.surrogates[0].test.attribute`,
      9,
      `${rule}.surrogates[0].test.attribute must be the index of an attribute (0 to 3); got 9`,
    ],
    [
      `${rule}.surrogates[0].to`,
      [0],
      `${rule}.surrogates[0].to must be a list of 2 branches, one per outcome; got a list`,
    ],
    [`${rule}.surrogates[0].to[1]`, 2, `${rule}.surrogates[0].to[1] must be -1 or a branch (0 to 1); got 2`],
    [
      `${rule}.surrogates[1].agreement`,
      "high",
      `${rule}.surrogates[1].agreement must be a finite number; got "high"`,
    ],
    [
      `${rule}.surrogates[1].adjusted`,
      null,
      `${rule}.surrogates[1].adjusted must be a finite number; got null`,
    ],
    [`${rule}.otherwise`, 3, `${rule}.otherwise must be a share or branch rule; got 3`],
    [
      `${rule}.otherwise.kind`,
      "surrogates",
      `${rule}.otherwise.kind must be a share or branch rule; got "surrogates"`,
    ],
    ["nodes[0].competitors", 1, "nodes[0].competitors must be a list of tests with their gains; got 1"],
    ["nodes[0].competitors[0]", 1, "nodes[0].competitors[0] must be an object; got 1"],
    [
      "nodes[0].competitors[0].gain",
      "much",
      'nodes[0].competitors[0].gain must be a finite number; got "much"',
    ],
    ["derived", {}, "derived must be a list of steps; got an object"],
    ["derived[0]", 1, "derived[0] must be an object; got 1"],
    [
      "derived[0].kind",
      "guess",
      'derived[0].kind must be fill, predict, indicator, combination, leaf, eachValue or a measure; got "guess"',
    ],
    ["derived[0].attribute", 4, "derived[0].attribute must be the index of an attribute (0 to 3); got 4"],
    ["derived[0].attribute", 3, "derived[0].attribute must be an attribute of two levels; got 3"],
    ["derived[0].of", 7, "derived[0].of must be the index of an attribute (0 to 3); got 7"],
    ["derived[1].cell", 2, "derived[1].cell must be a level code (0 to 1); got 2"],
    ["derived[2].cells", [], "derived[2].cells must be a list of cells; got a list"],
    ["derived[2].cells[0]", "x", 'derived[2].cells[0] must be a finite number; got "x"'],
    ["derived[2].shares[0]", 0.5, "derived[2].shares must be shares that sum to 1; got 1.25"],
    ["derived[2].shares", [1], "derived[2].shares must be a list of 2 shares, one per cell; got a list"],
    ["derived[3].nodes", [], "derived[3].nodes must be a list of at least one node; got a list"],
    ["derived[3].nodes[1].value", "fast", 'derived[3].nodes[1].value must be a finite number; got "fast"'],
    [
      "derived[3].nodes[0].branches[1]",
      1,
      "derived[3].nodes[0].branches must be branches that nothing else leads to; got 1",
    ],
  ];
  return cases.map(([path, value, message]) => [clinicModel, path, value, message]);
}

describe("parseModel", () => {
  it("returns the parsed JSON", () => {
    for (const model of allModels()) expect(parseModel(copy(model))).toStrictEqual(model);
  });

  it("reads a tree 50,000 levels deep without recursion", () => {
    const json = copy(chainModel(50_000));
    const started = performance.now();
    expect((parseModel(json) as TreeModel).nodes).toHaveLength(100_001);
    expect(performance.now() - started).toBeLessThan(10_000);
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

  const cases: [() => TreeModel, string, unknown, string][] = [
    [irisModel, "learner", 3, "learner must be a string; got 3"],
    [irisModel, "options", [], "options must be an object; got a list"],
    [irisModel, "task", "ranking", 'task must be classification or regression; got "ranking"'],
    [irisModel, "target", undefined, "target must be an object with name and type; got nothing"],
    [
      irisModel,
      "target.levels",
      undefined,
      "target.levels must be the list of classes for classification; got nothing",
    ],
    [
      irisModel,
      "target.levels[1]",
      "setosa",
      'target.levels[1] must be a level not listed before; got "setosa"',
    ],
    [rentModel, "target.type", "nominal", 'target.type must be numeric for regression; got "nominal"'],
    [irisModel, "attributes", {}, "attributes must be a list of columns; got an object"],
    [
      irisModel,
      "attributes[2].type",
      "date",
      'attributes[2].type must be numeric, nominal, ordered, string or text; got "date"',
    ],
    [tennisModel, "attributes[2].levels", [1], "attributes[2].levels[0] must be a string; got 1"],
    [
      tennisModel,
      "attributes[2].levels",
      "weak",
      'attributes[2].levels must be a list of strings; got "weak"',
    ],
    [
      irisModel,
      "attributes[3].name",
      "species",
      "attributes[3].name must be different from the target's and every other's; got \"species\"",
    ],
    [irisModel, "training", 1, "training must be an object with rows, weight and seed; got 1"],
    [irisModel, "pruning", 3, "pruning must be a list of the trees of the pruning sequence; got 3"],
    [irisModel, "pruning", [{ alpha: -1 }], "pruning[0].alpha must be a non-negative number; got -1"],
    [irisModel, "training.rows", -1, "training.rows must be a non-negative number; got -1"],
    [irisModel, "training.seed", null, "training.seed must be a number; got null"],
    [irisModel, "nodes", [], "nodes must be a list of at least one node; got a list"],
    [irisModel, "nodes[3]", 7, "nodes[3] must be an object; got 7"],
    [irisModel, "nodes[3].weight", null, "nodes[3].weight must be a finite non-negative number; got null"],
    [irisModel, "nodes[3].counts", [1, 2], "nodes[3].counts must be a list of 3 class weights; got a list"],
    [irisModel, "nodes[3].counts[1]", -1, "nodes[3].counts[1] must be a finite non-negative number; got -1"],
    [
      irisModel,
      "nodes[3].counts",
      [0, 0, 0],
      "nodes[3].counts must be class weights that are not all zero; got a list",
    ],
    [irisModel, "nodes[3].label", 3, "nodes[3].label must be a class code (0 to 2); got 3"],
    [rentModel, "nodes[2].value", "800", 'nodes[2].value must be a finite number; got "800"'],
    [rentModel, "nodes[2].error", -1, "nodes[2].error must be a finite non-negative number; got -1"],
    [
      irisModel,
      "nodes[0].test",
      undefined,
      "nodes[0].test must be given, since it has branches; got nothing",
    ],
    [irisModel, "nodes[0].test", 1, "nodes[0].test must be an object; got 1"],
    [
      irisModel,
      "nodes[0].test.kind",
      "oblique",
      'nodes[0].test.kind must be threshold, levels, subset, intervals or gate; got "oblique"',
    ],
    [
      irisModel,
      "nodes[0].test.kind",
      "levels",
      'nodes[0].test.kind must be threshold, intervals or gate on a numeric attribute; got "levels"',
    ],
    [
      irisModel,
      "nodes[0].test",
      { kind: "gate", attribute: 2, threshold: 2.45, slope: 0 },
      "nodes[0].test.slope must be a positive number; got 0",
    ],
    [
      irisModel,
      "nodes[0].test",
      { kind: "gate", attribute: 2, threshold: "2", slope: 1 },
      'nodes[0].test.threshold must be a finite number; got "2"',
    ],
    [
      tennisModel,
      "nodes[0].test.kind",
      "intervals",
      'nodes[0].test.kind must be levels or subset on an attribute without order; got "intervals"',
    ],
    [
      tennisModel,
      "attributes[1].levels",
      [],
      "nodes[1].test.attribute must be an attribute with levels; got 1",
    ],
    [
      irisModel,
      "nodes[0].test.attribute",
      4,
      "nodes[0].test.attribute must be the index of an attribute (0 to 3); got 4",
    ],
    [irisModel, "nodes[0].test.threshold", null, "nodes[0].test.threshold must be a finite number; got null"],
    [
      rentModel,
      "nodes[1].test.threshold",
      0.5,
      "nodes[1].test.threshold must be a level code (0 to 2); got 0.5",
    ],
    [paintModel, "nodes[0].test.left", 0, "nodes[0].test.left must be a list of level codes; got 0"],
    [paintModel, "nodes[0].test.left[1]", 4, "nodes[0].test.left[1] must be a level code (0 to 3); got 4"],
    [
      paintModel,
      "nodes[0].test.right",
      [2],
      "nodes[0].test.right[0] must be a level not listed before; got 2",
    ],
    [
      paintModel,
      "nodes[0].test",
      { kind: "subset", attribute: 0, left: [], right: [] },
      "nodes[0].test.left must be a list of at least one level, or right must; got none in either",
    ],
    [rentModel, "nodes[0].test.edges", 1, "nodes[0].test.edges must be a list of edges; got 1"],
    [
      rentModel,
      "nodes[0].test.edges[1]",
      10,
      "nodes[0].test.edges[1] must be above the edge before it; got 10",
    ],
    [rentModel, "nodes[0].test.edges[0]", null, "nodes[0].test.edges[0] must be a finite number; got null"],
    [irisModel, "nodes[0].gain", null, "nodes[0].gain must be a finite number; got null"],
    [irisModel, "nodes[0].branches", 1, "nodes[0].branches must be a list of node indexes; got 1"],
    [irisModel, "nodes[2].branches", [3], "nodes[2].branches must be a list of 2, one per outcome; got 1"],
    [irisModel, "nodes[2].branches[1]", 2, "nodes[2].branches[1] must be the index of a later node; got 2"],
    [irisModel, "nodes[2].branches[1]", 7, "nodes[2].branches[1] must be the index of a later node; got 7"],
    [
      irisModel,
      "nodes[2].branches[1]",
      5,
      "nodes[2].branches must be branches that nothing else leads to; got 5",
    ],
    [irisModel, "nodes[2].branches", [6, 3], "nodes[2].branches must be in preorder, with 3 next; got 6"],
    [
      irisModel,
      "nodes[7]",
      irisModel().nodes[6],
      "nodes[7] must be a branch of some node; got none that leads to it",
    ],
    [irisModel, "nodes[0].missing", 1, "nodes[0].missing must be a share, branch or surrogates rule; got 1"],
    [
      irisModel,
      "nodes[0].missing.kind",
      "drop",
      'nodes[0].missing.kind must be a share, branch or surrogates rule; got "drop"',
    ],
    [irisModel, "nodes[0].missing.to", 2, "nodes[0].missing.to must be a branch (0 to 1); got 2"],
    [
      tennisModel,
      "nodes[1].missing.shares",
      [1],
      "nodes[1].missing.shares must be a list of 2 shares, one per branch; got a list",
    ],
    [
      tennisModel,
      "nodes[1].missing.shares[0]",
      -1,
      "nodes[1].missing.shares[0] must be a finite non-negative number; got -1",
    ],
    // 0.601 + 0.4 = 1.001
    [
      tennisModel,
      "nodes[1].missing.shares[0]",
      0.601,
      "nodes[1].missing.shares must be shares that sum to 1; got 1.001",
    ],
    ...clinicCases(),
    // The branch for missing values exists, but missing values go elsewhere.
    [rentModel, "nodes[0].missing.to", 0, "nodes[0].branches must be a list of 3, one per outcome; got 4"],
    [
      irisModel,
      "nodes[0].superclasses",
      [0],
      "nodes[0].superclasses must be two lists of class codes; got a list",
    ],
    [
      irisModel,
      "nodes[0].superclasses",
      [[0], 1],
      "nodes[0].superclasses[1] must be a list of class codes; got 1",
    ],
    [
      irisModel,
      "nodes[0].superclasses[1]",
      [3],
      "nodes[0].superclasses[1][0] must be a class code (0 to 2); got 3",
    ],
  ];
  it.each(cases)("%o: a wrong %s is named", (model, path, value, message) => {
    expect(errorOf(broken(model(), path, value))).toBe(`MODEL_INVALID: ${message}`);
  });
});

describe("notations and parts", () => {
  const notation = { kind: "time", shows: "date", order: "dmy" } as const;
  const dated = (): TreeModel => {
    const model = copy(irisModel());
    model.attributes[0].notation = notation;
    model.attributes.push(partSchema({ of: "petal length", unit: "month", notation }));
    return model;
  };
  const last = irisModel().attributes.length;
  const month = `attributes[${last}]`;

  it("are kept", () => {
    expect(parseModel(copy(dated())).attributes).toEqual(dated().attributes);
  });

  it.each([
    ["attributes[0].notation", 5, "attributes[0].notation must be an object with a kind; got 5"],
    [
      "attributes[0].notation.kind",
      "roman",
      'attributes[0].notation.kind must be number or time in a numeric column; got "roman"',
    ],
    [
      "target.notation",
      { kind: "time" },
      'target.notation.kind must be spelling in a nominal column; got "time"',
    ],
    [`${month}.part`, 1, `${month}.part must be an object with of, unit and notation; got 1`],
    [`${month}.part.of`, "", `${month}.part.of must be a column's name; got ""`],
    [`${month}.part.unit`, "week", `${month}.part.unit must be year, month, weekday, hour; got "week"`],
    [
      `${month}.part.unit`,
      "year",
      `${month}.part.unit must be one that fits the column's type and levels; got "year"`,
    ],
    [`${month}.part.notation`, { kind: "number" }, `${month}.part.notation.kind must be time; got "number"`],
  ])("%s = %j", (path, value, message) => {
    expect(errorOf(broken(dated(), path, value))).toBe(`MODEL_INVALID: ${message}`);
  });
});
