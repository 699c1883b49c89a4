import { describe, expect, it } from "vitest";
import { itHoldsForEveryModel } from "../../test/kit/models.js";
import { fitTable } from "../learn/fit.js";
import { monks1 } from "../synthetic/index.js";
import { withColumns } from "./lazyNodes.js";
import { modelJson } from "./modelJson.js";
import { parseModel } from "./parse.js";
import type { TreeModel } from "./tree.js";

describe("every model survives a structured clone and JSON, alone and within a larger object", () => {
  itHoldsForEveryModel((model) => {
    const clone = parseModel(structuredClone(model));
    expect(clone).toEqual(model);
    const text = JSON.stringify(model);
    expect(JSON.stringify(clone)).toBe(text);
    const again = parseModel(JSON.parse(JSON.stringify({ kept: model })).kept);
    expect(again).toEqual(model);
    expect(JSON.stringify(again)).toBe(text);
  });
});

const table = monks1({ rows: 60, seed: 1 });
const forest = fitTable(table, { target: "class", learner: "forest", options: { trees: 3 } });

it("an ensemble has the JSON of modelJson, and no additional enumerable field", () => {
  expect(JSON.stringify(forest)).toBe(JSON.stringify(modelJson(forest)));
  expect(Object.keys(forest.members.kind === "packed" ? forest.members.trees : {})).not.toContain("toJSON");
});

it.each([
  ["skip", Float64Array.of(1), "members.trees.skip must be of type Int32Array; got an object"],
  ["threshold", Float64Array.of(1), "members.trees.threshold must be 0 numbers, one for each node; got 1"],
  ["width", 0, "members.trees.width must be an integer ≥ 1; got 0"],
])("an ensemble is refused as a clone where %s is wrong", (name, value, message) => {
  const clone = structuredClone(forest) as unknown as { members: { trees: Record<string, unknown> } };
  Object.assign(clone.members.trees, { [name]: value });
  if (name === "threshold") clone.members.trees.attribute = new Int32Array(0);
  expect(() => parseModel(clone)).toThrow(message);
});

it("does not make nodes that were not accessed", () => {
  const { nodes: _, ...head } = fitTable(table, { target: "class", learner: "cart" });
  const lazy = withColumns({ ...head }, () => {
    throw new Error("columns were accessed");
  });
  expect(modelJson(lazy as TreeModel)).toBe(lazy);
});
