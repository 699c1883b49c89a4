import { expect, it } from "vitest";
import { leaf, schemas, split, threshold, treeOf } from "../../test/kit/handmade.js";
import { nodeKinds, nodeKindsText } from "./nodeKinds.js";

const leaves = [leaf(1, 0), leaf(0, 1)];
const below = [split(threshold(0, 0), leaves), split(threshold(2, 0), leaves)];
const model = treeOf(schemas`x, z, sum`, split(threshold(2, 0), below), {
  derived: [{ kind: "linear", attribute: 2, formula: { intercept: 0, terms: [] } }],
});

it("counts the kinds of nodes at each depth", () => {
  const kinds = nodeKinds(model).map((counts) => Object.fromEntries(counts));
  expect(kinds).toEqual([{ linear: 1 }, { single: 1, linear: 1 }]);
  expect(nodeKindsText(model)).toBe("root: 1 linear; depth 1: 1 single, 1 linear");
});

it("says nothing of trees that test single attributes only", () => {
  expect(nodeKindsText({ ...model, nodes: split(threshold(0, 0), leaves) })).toBeUndefined();
});
