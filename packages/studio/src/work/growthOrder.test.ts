import { fitSync, isSplit, type TreeModel } from "coppice";
import { nodePaths } from "coppice/edit";
import { tennis } from "coppice/synthetic";
import { few, randomTable } from "coppice/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../coppice/test/kit/forAll.js";
import { growthBy, growthOrder } from "./growthOrder.js";

const splitPaths = (model: TreeModel) => {
  const paths = nodePaths(model);
  return model.nodes.flatMap((node, i) => (isSplit(node) ? [paths[i]] : []));
};

const drawn = (seed: number) =>
  randomTable({ seed, rows: 60, attributes: { a: few(20), b: few(20) }, classes: 2 });

it("growthOrder is preorder unless another is asked for", () => {
  const model = fitSync(tennis(), { target: "Play", learner: "id3" });
  expect(growthBy(model)).toBe("depth");
  const paths = nodePaths(model);
  expect(Array.from(growthOrder(model, "depth"), (node) => paths[node])).toEqual(["root", "0", "2"]);
});

it("growthOrder goes level by level if asked to", () => {
  const model = fitSync(drawn(1), { target: "y", options: { prune: "none", order: "level" } });
  expect(growthBy(model)).toBe("level");
  const paths = nodePaths(model);
  const depthOf = (node: number) => (node === 0 ? 0 : paths[node].split(".").length);
  const depths = Array.from(growthOrder(model, "level"), depthOf);
  expect(depths).toEqual([...depths].sort((a, b) => a - b));
});

it("growthOrder of nodes that gain the same the one that exists longer is divided first", () => {
  const leaf = { weight: 1 };
  const split = (weight: number, gain: number, ...branches: number[]) =>
    Object.assign({ test: {} }, { weight, gain, branches });
  // The root; two nodes of equal worth; below the first, one that is worth as much again.
  const nodes = [
    split(8, 0.5, 1, 5),
    split(4, 0.25, 2, 4),
    split(2, 0.5, 3, 4),
    leaf,
    leaf,
    split(4, 0.25, 6, 7),
  ];
  const model = { nodes: [...nodes, leaf, leaf] } as unknown as TreeModel;
  expect([...growthOrder(model, "best")]).toEqual([0, 1, 5, 2]);
});

it("growthOrder divides best first what a tree of so many leaves divides", () => {
  // A tree of at most k leaves is what the first k − 1 divisions make.
  forAll(40, [fc.nat(1000), fc.integer({ min: 2, max: 12 })], (seed, leaves) => {
    const table = drawn(seed);
    const grown = (maxLeaves: number) =>
      fitSync(table, { target: "y", options: { prune: "none", maxLeaves } });
    const whole = grown(1000);
    expect(growthBy(whole)).toBe("best");
    const paths = nodePaths(whole);
    const first = Array.from(growthOrder(whole, "best").subarray(0, leaves - 1), (node) => paths[node]);
    expect(first.sort()).toEqual(splitPaths(grown(leaves)).sort());
  });
});
