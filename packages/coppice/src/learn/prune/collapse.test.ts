import { expect, it } from "vitest";
import { table } from "../../testing/index.js";
import { fitTable } from "../fit.js";
import type { GrowNode } from "../growNode.js";
import { collapse } from "./collapse.js";

/** A node of this weight that would get `wrong` rows wrong as a leaf. */
function node(weight: number, wrong: number, ...branches: GrowNode[]): GrowNode {
  return {
    summary: { weight },
    error: wrong / weight,
    ...(branches.length > 0 && { branches }),
  } as unknown as GrowNode;
}

const shape = ({ branches }: GrowNode): string => (branches ? `(${branches.map(shape).join(" ")})` : "leaf");

it.each([
  [
    "replaces a subtree that makes no fewer errors than its root",
    node(10, 3, node(6, 1), node(4, 2)),
    "leaf",
  ],
  ["keeps a subtree that does", node(10, 3, node(6, 1), node(4, 1)), "(leaf leaf)"],
  [
    "collapses a part of a tree that is worth keeping",
    node(10, 4, node(6, 1, node(3, 1), node(3, 0)), node(4, 0)),
    "(leaf leaf)",
  ],
  [
    // The branches together err as often as the root; their leaves do not.
    "judges a node by its leaves, however deep, not by its branches",
    node(10, 4, node(5, 2, node(3, 0), node(2, 0)), node(5, 2)),
    "((leaf leaf) leaf)",
  ],
  [
    "lets the rounding of shared rows pass: a thousandth of a row",
    node(10, 3, node(6, 2.9995), node(4, 0)),
    "leaf",
  ],
  ["but no more than that", node(10, 3, node(6, 2.998), node(4, 0)), "(leaf leaf)"],
  ["leaves a leaf alone", node(5, 2), "leaf"],
])("collapse %s", (_, tree, collapsed) => {
  collapse(tree, { statistic: "classes" });
  expect(shape(tree)).toBe(collapsed);
});

it("collapse of a regression tree knows no slack in rows: errors of 0.005² are worth a split", () => {
  const rows = table`x,y\n${Array.from({ length: 20 }, (_, x) => `${x},${x < 10 ? 0 : 0.01}`).join("\n")}`;
  const model = fitTable(rows, { target: "y", learner: "cart", options: { collapse: true } });
  expect(model.nodes.length).toBe(3);
});
