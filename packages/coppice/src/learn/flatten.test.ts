import { expect, it } from "vitest";
import { depthsOf, isSplit } from "../model/tree.js";
import { endsOf, parentsOf } from "../model/walk.js";
import { friedman1 } from "../synthetic/friedman.js";
import { tennis } from "../synthetic/textbook.js";
import { fitTable } from "./fit.js";
import { preorder } from "./flatten.js";
import type { GrowNode } from "./growNode.js";

function tree(id: number, ...branches: GrowNode[]): GrowNode {
  return { id, ...(branches.length > 0 && { branches }) } as unknown as GrowNode;
}

it("preorder has a node before its branches, and the branches from left to right", () => {
  const root = tree(0, tree(1, tree(4), tree(5)), tree(2), tree(3, tree(6)));
  expect(preorder(root).map(({ id }) => id)).toEqual([0, 1, 4, 5, 2, 3, 6]);
});

it("preorder goes as deep as a tree may be", () => {
  let root = tree(0);
  for (let i = 1; i <= 100_000; i++) root = tree(i, root);
  expect(preorder(root)).toHaveLength(100_001);
});

it("flatten gives nodes in preorder, whatever the order of growth", () => {
  const table = friedman1({ rows: 80, seed: 5 });
  const target = table.columns.at(-1)!.name;
  for (const order of ["depth", "level", "best"]) {
    const { nodes } = fitTable(table, { learner: "cart", target, options: { order, prune: "none" } });
    const ends = endsOf({ nodes });
    nodes.forEach((node, i) => {
      if (!isSplit(node)) return;
      expect(node.branches[0]).toBe(i + 1);
      node.branches.slice(1).forEach((branch, b) => {
        expect(branch).toBe(ends[node.branches[b]]);
      });
    });
    expect(Math.max(...depthsOf({ nodes }))).toBeGreaterThan(3);
  }
});

it("flatten lets a branch that no row took repeat its parent", () => {
  // No day has Humidity = Low (R 2.1): its branch says what the node above says.
  const { nodes, attributes } = fitTable(tennis(), { learner: "id3", target: "Play" });
  const { parent } = parentsOf({ nodes });
  const empty = nodes.findIndex((node) => node.weight === 0);
  expect(empty).toBeGreaterThan(0);
  const above = nodes[parent[empty]];
  expect(isSplit(above) && attributes[above.test.attribute].name).toBe("Humidity");
  expect(above).toMatchObject({ ...nodes[empty], weight: above.weight });
});
