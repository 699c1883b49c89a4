import { expect, it } from "vitest";
import { chainModel, irisModel, rentModel, tennisModel } from "../../test/models.js";
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
  expect([...pathsOf(rentModel())]).toEqual([
    {
      leaf: 2,
      steps: [
        { node: 0, branch: 0 },
        { node: 1, branch: 0 },
      ],
    },
    {
      leaf: 3,
      steps: [
        { node: 0, branch: 0 },
        { node: 1, branch: 1 },
      ],
    },
    { leaf: 4, steps: [{ node: 0, branch: 1 }] },
    { leaf: 5, steps: [{ node: 0, branch: 2 }] },
    { leaf: 6, steps: [{ node: 0, branch: 3 }] },
  ]);
});

it("walks deep trees without recursion", () => {
  const deep = chainModel(50_000);
  expect(endsOf(deep)[0]).toBe(100_001);
  const last = parentsOf(deep).parent[100_000];
  expect(last).toBe(99_998);
  // Lazy: the first path of a deep tree costs one step.
  const first = pathsOf(deep).next().value;
  expect(first).toEqual({ leaf: 1, steps: [{ node: 0, branch: 0 }] });
});
