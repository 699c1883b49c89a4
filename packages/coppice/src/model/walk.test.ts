import { expect, it } from "vitest";
import { DEEP, deepTree } from "../../test/kit/deepTree.js";
import { irisModel, rentModel, tennisModel } from "../../test/models.js";
import { endsOf, parentsOf, pathsOf } from "./walk.js";

it("finds each node's parent and which branch it is", () => {
  const { parent, branch } = parentsOf(tennisModel());
  expect([...parent]).toEqual([-1, 0, 1, 1, 0, 0, 5, 5]);
  expect([...branch]).toEqual([-1, 0, 0, 1, 1, 2, 0, 1]);
});

it("finds where each subtree ends", () => {
  expect([...endsOf(irisModel())]).toEqual([7, 2, 7, 6, 5, 6, 7]);
});

it("gives the steps to every leaf, left to right", () => {
  const paths = [...pathsOf(rentModel())].map(({ leaf, steps }) => [
    leaf,
    ...steps.map(({ node, branch }) => `${node}:${branch}`),
  ]);
  expect(paths.map((path) => path.join(" "))).toEqual(["2 0:0 1:0", "3 0:0 1:1", "4 0:1", "5 0:2", "6 0:3"]);
});

it("walks deep trees without recursion", () => {
  const deep = deepTree();
  expect(endsOf(deep)[0]).toBe(2 * DEEP + 1);
  expect(parentsOf(deep).parent[2 * DEEP]).toBe(2 * DEEP - 2);
  // Lazy: the first path of a deep tree costs one step.
  expect(pathsOf(deep).next().value).toEqual({ leaf: 1, steps: [{ node: 0, branch: 0 }] });
});
