import { describe, expect, it } from "vitest";
import { depthsOf, isSplit } from "../model/tree.js";
import { endsOf, parentsOf } from "../model/walk.js";
import { friedman1 } from "../synthetic/friedman.js";
import { tennis } from "../synthetic/textbook.js";
import { makeTable } from "../table/table.js";
import { fitTable } from "./fit.js";
import { preorder } from "./flatten.js";
import type { GrowNode } from "./growNode.js";

function tree(id: number, ...branches: GrowNode[]): GrowNode {
  return { id, ...(branches.length > 0 && { branches }) } as unknown as GrowNode;
}

describe("preorder", () => {
  it("has a node before its branches, and the branches from left to right", () => {
    const root = tree(0, tree(1, tree(4), tree(5)), tree(2), tree(3, tree(6)));
    expect(preorder(root).map(({ id }) => id)).toEqual([0, 1, 4, 5, 2, 3, 6]);
  });

  it("goes as deep as a tree may be", () => {
    let root = tree(0);
    for (let i = 1; i <= 100_000; i++) root = tree(i, root);
    expect(preorder(root)).toHaveLength(100_001);
  });
});

describe("flatten", () => {
  it("gives nodes in preorder, whatever the order of growth", () => {
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

  it("lets a branch that no row took repeat its parent", () => {
    // No day has Humidity = Low (R 2.1): its branch says what the node above says.
    const { nodes, attributes } = fitTable(tennis(), { learner: "id3", target: "Play" });
    const { parent } = parentsOf({ nodes });
    const empty = nodes.findIndex((node) => node.weight === 0);
    expect(empty).toBeGreaterThan(0);
    const above = nodes[parent[empty]];
    expect(isSplit(above) && attributes[above.test.attribute].name).toBe("Humidity");
    expect(nodes[empty]).toEqual({
      weight: 0,
      counts: "counts" in above && above.counts,
      label: "label" in above && above.label,
    });
  });

  const outlier = makeTable([
    { type: "numeric", name: "x", values: Float64Array.of(1, 1, 1, 2, 2, 2) },
    { type: "numeric", name: "y", values: Float64Array.of(0, 1, 8, 20, 21, 40) },
  ]);
  const leaves = (options: Record<string, unknown>) =>
    fitTable(outlier, { learner: "cart", target: "y", options }).nodes.filter((node) => !isSplit(node));

  it("answers with means and squared errors", () => {
    // (0 + 1 + 8) / 3 = 3: 9 + 4 + 25 = 38. (20 + 21 + 40) / 3 = 27: 49 + 36 + 169 = 254.
    const [low, high] = leaves({});
    expect(low).toEqual({ weight: 3, value: 3, error: expect.closeTo(38 / 3, 9) });
    expect(high).toEqual({ weight: 3, value: 27, error: expect.closeTo(254 / 3, 9) });
  });

  it.each([
    { leaf: "median" },
    { criterion: "absoluteError" },
    { criterion: "absoluteError", leaf: "median" },
  ])("answers with medians and absolute errors: %j", (options) => {
    expect(leaves(options)).toEqual([
      { weight: 3, value: 1, error: expect.closeTo(8 / 3, 9) }, // 1 + 0 + 7
      { weight: 3, value: 21, error: expect.closeTo(20 / 3, 9) }, // 1 + 0 + 19
    ]);
  });
});
