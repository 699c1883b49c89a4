import { expect, it } from "vitest";
import { fitTree } from "../../test/fitTree.js";
import { shortTable } from "../../test/kit/matrix.js";
import { isSplit } from "../model/tree.js";
import { numbers, randomTable } from "../testing/index.js";
import { fitTable } from "./fit.js";

/** Values 1…8, of which 8 weighs as much as all others together; the class changes at 4.5 and 6.5. */
const table = shortTable(`x w one none:numeric y;
  1 1 3 ? a; 2 1 3 ? a; 3 1 3 ? a; 4 1 3 ? a; 5 1 3 ? b; 6 1 3 ? b; 7 1 3 ? a; 8 7 3 ? a`);

function rootEdges(options: Record<string, unknown>, more: object = {}) {
  const attributes = ["x", "one", "none"];
  const [root] = fitTree(table, { learner: "id3", target: "y", attributes, options, ...more }).nodes;
  return isSplit(root) && root.test.kind === "intervals" ? root.test.edges : undefined;
}

it("numeric=bins cuts bins of equal weight", () => {
  expect(rootEdges({ bins: 4 })).toEqual([2.5, 4.5, 6.5]);
  // Total weight 14: 7 of it are reached after value 7, a half.
  expect(rootEdges({ bins: 2 }, { weight: "w" })).toEqual([7.5]);
});

it("numeric=bins cuts bins of equal width", () => {
  expect(rootEdges({ bins: 4, binning: "equalWidth" })).toEqual([2.75, 4.5, 6.25]); // 7 / 4 wide, from 1
});

it("numeric=bins uses the same edges throughout the tree: bins are cut once, from all rows", () => {
  const attributes = { x1: numbers("uniform"), x2: numbers("uniform") };
  const wide = randomTable({ rows: 200, seed: 8, classes: 2, attributes });
  const { nodes } = fitTable(wide, { learner: "id3", target: "y" });
  const edges = new Map<number, Set<string>>();
  for (const node of nodes) {
    if (!isSplit(node) || node.test.kind !== "intervals") continue;
    const { attribute } = node.test;
    edges.set(attribute, (edges.get(attribute) ?? new Set()).add(String(node.test.edges)));
  }
  expect(nodes.filter(isSplit).length).toBeGreaterThan(2);
  expect([...edges.keys()].sort()).toEqual([0, 1]);
  for (const seen of edges.values()) expect(seen.size).toBe(1);
});

it("numeric=bins has no test on a constant attribute, nor on one without values", () => {
  const { nodes } = fitTable(table, { learner: "id3", target: "y", attributes: ["one", "none"] });
  expect(nodes).toHaveLength(1);
});
