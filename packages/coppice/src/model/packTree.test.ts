import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { split, subset, to } from "../../test/kit/handmade.js";
import { allModels, irisModel, tennisModel } from "../../test/models.js";
import { randomPacked } from "../../test/randomPacked.js";
import { walk } from "../predict/walk.js";
import type { Cells } from "../table/column.js";
import { joinPacked, PackedJoin } from "./joinPacked.js";
import { landingIn, type PackedTrees } from "./packed.js";
import { packTree } from "./packTree.js";
import type { TreeNode } from "./tree.js";
import { unpackTree } from "./unpackTree.js";

/** The predictions of the packed trees for a row, one per tree. */
function answersOf(trees: PackedTrees, levels: readonly number[], cellOf: (a: number) => number): number[][] {
  return Array.from({ length: trees.starts.length - 1 }, (_, tree) => {
    const row = landingIn(trees, tree, levels, cellOf);
    return Array.from(trees.values.subarray(row * trees.width, (row + 1) * trees.width));
  });
}

/** The value of the leaf to which a row is walked. */
function walked(nodes: readonly TreeNode[], cells: readonly Cells[], row: number): number[] {
  const found: number[] = [];
  walk({ nodes }, cells, row, (leaf) => found.push((nodes[leaf] as { value: number }).value));
  return found;
}

itHolds("keeps every row's leaf, through nodes and back", 100, [fc.nat()], (seed) => {
  const { trees, attributes, cells, rows } = randomPacked({ seed, width: 1 });
  const levels = attributes.map(({ levels }) => levels?.length ?? 0);
  const nodes = Array.from({ length: trees.starts.length - 1 }, (_, i) =>
    unpackTree(trees, i, attributes, "regression"),
  );
  const again = joinPacked(nodes.map((list) => packTree(list, attributes)!));
  for (let row = 0; row < rows; row++) {
    const cellOf = (a: number) => cells[a][row];
    const wanted = answersOf(trees, levels, cellOf);
    expect(answersOf(again, levels, cellOf)).toEqual(wanted);
    expect(nodes.map((list) => walked(list, cells, row))).toEqual(wanted);
  }
});

it("joins parts with their sets and answers; equal answers are stored once", () => {
  const { trees } = randomPacked({ seed: 5, trees: 3, leaves: 20, width: 2 });
  const joined = joinPacked([trees, trees]);
  expect(joined.values).toEqual(trees.values);
  expect(joined.starts.length).toBe(7);
  expect(joined.skip.subarray(0, trees.skip.length)).toEqual(trees.skip);
  expect(joined.skip.subarray(trees.skip.length)).toEqual(trees.skip);
  expect(joinPacked([]).starts).toEqual(Int32Array.of(0));
});

it("copies parts, whose memory may be used again, however many are expected", () => {
  const parts = [5, 6, 7].map((seed) => randomPacked({ seed, trees: 2, leaves: 9, width: 2 }).trees);
  const wanted = joinPacked(parts);
  for (const expected of [1, 3, 1_000_000]) {
    const join = new PackedJoin(expected);
    for (const { width, ...columns } of parts) {
      const copy = structuredClone(columns);
      join.add({ ...copy, width });
      for (const column of Object.values(copy)) column.fill(0);
    }
    expect(join.joined()).toEqual(wanted);
  }
});

it("packs class shares, and rejects what columns cannot represent", () => {
  const iris = irisModel();
  const packed = packTree(iris.nodes, iris.attributes)!;
  expect(packed.width).toBe(3);
  // The leaf [0, 47, 1]: 47/48 and 1/48.
  expect(Array.from(packed.values.subarray(3, 6))).toEqual([0, 47 / 48, 1 / 48]);
  expect(packTree(tennisModel().nodes, tennisModel().attributes)).toBeUndefined();
  for (const model of allModels()) expect(() => packTree(model.nodes, model.attributes)).not.toThrow();
});

it("sends a level that is not in a set where missing values go", () => {
  const leaves = [10, 11].map((value) => ({ weight: 1, value, error: 0 }));
  for (const branch of [0, 1]) {
    const nodes = split(subset(0, [0], [1]), leaves, to(branch));
    const levels = ["a", "b", "c"];
    const packed = packTree(nodes, [{ name: "x", type: "nominal", levels }])!;
    const says = [0, 1, 2, -1, 3].map((cell) => answersOf(packed, [3], () => cell)[0][0]);
    expect(says).toEqual([10, 11, 10 + branch, 10 + branch, 10 + branch]);
  }
});
