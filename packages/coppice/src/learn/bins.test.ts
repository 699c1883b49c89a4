import { describe, expect, it } from "vitest";
import { fitTree } from "../../test/fitTree.js";
import { random } from "../base/random.js";
import { isSplit } from "../model/tree.js";
import { tableOf } from "../synthetic/columns.js";
import { makeTable } from "../table/table.js";
import { fitTable } from "./fit.js";

/** Values 1…8, of which 8 weighs as much as all others together; the class changes at 4.5 and 6.5. */
const table = makeTable([
  { type: "numeric", name: "x", values: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
  { type: "numeric", name: "w", values: Float64Array.of(1, 1, 1, 1, 1, 1, 1, 7) },
  { type: "numeric", name: "one", values: new Float64Array(8).fill(3) },
  { type: "numeric", name: "none", values: new Float64Array(8).fill(Number.NaN) },
  { type: "nominal", name: "y", levels: ["a", "b"], codes: Int32Array.of(0, 0, 0, 0, 1, 1, 0, 0) },
]);

function rootEdges(options: Record<string, unknown>, weight?: string) {
  const attributes = ["x", "one", "none"];
  const request = {
    learner: "id3",
    target: "y",
    attributes,
    options,
    ...(weight !== undefined && { weight }),
  };
  const [root] = fitTree(table, request).nodes;
  return isSplit(root) && root.test.kind === "intervals" ? root.test.edges : undefined;
}

describe("numeric=bins", () => {
  it("cuts bins of equal weight", () => {
    expect(rootEdges({ bins: 4 })).toEqual([2.5, 4.5, 6.5]);
    // Total weight 14: 7 of it are reached after value 7, a half.
    expect(rootEdges({ bins: 2 }, "w")).toEqual([7.5]);
  });

  it("cuts bins of equal width", () => {
    expect(rootEdges({ bins: 4, binning: "equalWidth" })).toEqual([2.75, 4.5, 6.25]); // 7 / 4 wide, from 1
  });

  it("uses the same edges throughout the tree: bins are cut once, from all rows", () => {
    const chance = random(8);
    const rows = Array.from({ length: 200 }, () => [
      chance.uniform(),
      chance.uniform(),
      chance.uniform() < 0.5 ? "a" : "b",
    ]);
    const wide = tableOf(
      [
        { name: "x1", type: "numeric" },
        { name: "x2", type: "numeric" },
        { name: "y", type: "nominal", levels: ["a", "b"] },
      ],
      rows,
    );
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

  it("has no test on a constant attribute, nor on one without values", () => {
    const { nodes } = fitTable(table, { learner: "id3", target: "y", attributes: ["one", "none"] });
    expect(nodes).toHaveLength(1);
  });
});
