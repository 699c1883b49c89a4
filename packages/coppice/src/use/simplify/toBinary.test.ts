import fc from "fast-check";
import { expect, it } from "vitest";
import { DEEP, deepTree } from "../../../test/kit/deepTree.js";
import { forAll } from "../../../test/kit/forAll.js";
import { schemas } from "../../../test/kit/handmade.js";
import { allModels, irisModel, paintModel, rentModel, tennisModel } from "../../../test/models.js";
import { random } from "../../base/random.js";
import { parseModel } from "../../model/parse.js";
import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import type { Cells } from "../../predict/cells.js";
import { walk } from "../../predict/walk.js";
import type { ColumnSchema } from "../../table/schema.js";
import { names } from "../../testing/index.js";
import { randomCells, randomTree } from "../../testing/randomTree.js";
import { toBinary } from "./toBinary.js";

/** What a tree predicts for a row: each leaf's class shares, or its value, times the share of the row that reaches it. */
function answer(model: TreeModel, cells: readonly Cells[], row: number): number[] {
  const total: number[] = [];
  walk(model, cells, row, (leaf, share) => {
    const node = model.nodes[leaf];
    const sum = "counts" in node ? node.counts.reduce((a, b) => a + b) : 1;
    const facts = "counts" in node ? node.counts.map((count) => count / sum) : [node.value];
    for (const [k, x] of facts.entries()) total[k] = (total[k] ?? 0) + share * x;
  });
  return total;
}

const attributes: ColumnSchema[] = [
  ...schemas`x, size:ordered=s|m|l, color=r|g|b|k, one=only`,
  { name: "many", type: "nominal", levels: names("v", 70) },
];

const missing = ["branch", "share", "surrogates", "own"] as const;
it.each([
  ["classification", 3],
  ["regression", 0],
])("predicts as the original tree: %s", (_, classes) => {
  forAll(150, [fc.integer()], (seed) => {
    const rng = random(seed);
    const tree = randomTree(rng, { attributes, depth: 4, classes, missing });
    const binary = parseModel(toBinary(parseModel(tree) as TreeModel)) as TreeModel;
    expect(binary.nodes.every((node) => !isSplit(node) || node.branches.length === 2)).toBe(true);
    const cells = randomCells(rng, attributes, 20, 0.25);
    for (let row = 0; row < 20; row++) {
      const after = answer(binary, cells, row);
      for (const [k, x] of answer(tree, cells, row).entries()) expect(after[k]).toBeCloseTo(x, 9);
    }
  });
});

it("leaves a binary tree as it is", () => {
  expect(toBinary(irisModel())).toEqual(irisModel());
});

it("makes a chain of the levels, with conditional shares and sums", () => {
  const [root, , , , rest] = toBinary(tennisModel()).nodes as SplitNode[];
  expect(root.test).toEqual({ kind: "subset", attribute: 0, left: [0], right: [1, 2] });
  expect(root).toMatchObject({ weight: 14, counts: [5, 9], gain: 0.246 });
  expect(rest.test).toEqual({ kind: "subset", attribute: 0, left: [1], right: [2] });
  // overcast [0, 4] and rain [2, 3]; 4/14 over 4/14 + 5/14
  expect(rest).toMatchObject({ weight: 9, counts: [2, 7], label: 1, gain: 0 });
  const shares = rest.missing.kind === "share" ? rest.missing.shares : [];
  expect(shares[0]).toBeCloseTo(4 / 9, 12);
  expect(shares[0] + shares[1]).toBe(1);
});

it("turns intervals into thresholds, and tests first whether the value is known", () => {
  const nodes = toBinary(rentModel()).nodes as SplitNode[];
  expect(nodes[0].test).toEqual({ kind: "threshold", attribute: 0, threshold: Number.MAX_VALUE });
  expect(nodes[0].missing).toEqual({ kind: "branch", to: 1 });
  expect(nodes[1].test).toEqual({ kind: "threshold", attribute: 0, threshold: 10 });
  // 8 rows at 900, 6 at 600, 4 at 400: (7200 + 3600 + 1600) / 18
  expect(nodes[1]).toMatchObject({ weight: 18, value: 12400 / 18 });
  // 6 rows at 600 and 4 at 400: mean 520; 6(20 + 80²) + 4(16.25 + 120²) over 10
  expect(nodes[5]).toMatchObject({ test: { threshold: 20.5 }, weight: 10, value: 520, error: 9618.5 });
});

it("does not count a branch that no row took", () => {
  const chain = toBinary(paintModel()).nodes as SplitNode[];
  expect(chain[3]).toMatchObject({ test: { left: [1], right: [2] }, weight: 5, counts: [0, 5] });
  expect(chain[3].missing).toEqual({ kind: "share", shares: [1, 0] });
});

it("keeps everything but the nodes, and handles deep trees", () => {
  for (const model of allModels()) expect({ ...toBinary(model), nodes: 0 }).toEqual({ ...model, nodes: 0 });
  expect(toBinary(deepTree()).nodes).toHaveLength(2 * DEEP + 1);
});
