import { expect, it } from "vitest";
import type { TreeModel } from "../model/tree.js";
import { nodeKinds, nodeKindsText } from "./nodeKinds.js";

const split = (attribute: number, branches: number[]) => ({
  test: { kind: "threshold", attribute, threshold: 0 },
  branches,
});
const leaf = { label: 0 };
const model = {
  derived: [{ kind: "linear", attribute: 2, formula: { intercept: 0, terms: [] } }],
  nodes: [split(2, [1, 2]), split(0, [3, 4]), split(2, [5, 6]), leaf, leaf, leaf, leaf],
} as unknown as TreeModel;

it("counts the kinds of nodes at each depth", () => {
  expect(nodeKinds(model)).toEqual([
    new Map([["linear", 1]]),
    new Map([
      ["single", 1],
      ["linear", 1],
    ]),
  ]);
  expect(nodeKindsText(model)).toBe("root: 1 linear; depth 1: 1 single, 1 linear");
});

it("says nothing of trees that test single attributes only", () => {
  expect(
    nodeKindsText({ ...model, nodes: [split(0, [1, 2]), leaf, leaf] } as unknown as TreeModel),
  ).toBeUndefined();
});
