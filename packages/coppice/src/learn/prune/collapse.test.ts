import { describe, expect, it } from "vitest";
import { makeTable } from "../../table/table.js";
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
const shape = ({ branches }: GrowNode): unknown => branches?.map(shape) ?? "leaf";

describe("collapse", () => {
  it("replaces a subtree that makes no fewer errors than its root", () => {
    const tree = node(10, 3, node(6, 1), node(4, 2)); // 1 + 2 = 3
    collapse(tree, { statistic: "classes" });
    expect(shape(tree)).toBe("leaf");
  });

  it("keeps a subtree that does", () => {
    const tree = node(10, 3, node(6, 1), node(4, 1)); // 1 + 1 < 3
    collapse(tree, { statistic: "classes" });
    expect(shape(tree)).toEqual(["leaf", "leaf"]);
  });

  it("collapses a part of a tree that is worth keeping", () => {
    const tree = node(10, 4, node(6, 1, node(3, 1), node(3, 0)), node(4, 0)); // 1 + 0 = 1 below the left branch
    collapse(tree, { statistic: "classes" });
    expect(shape(tree)).toEqual(["leaf", "leaf"]);
  });

  it("judges a node by its leaves, however deep, not by its branches", () => {
    // The branches together err as often as the root; their leaves do not.
    const tree = node(10, 4, node(5, 2, node(3, 0), node(2, 0)), node(5, 2));
    collapse(tree, { statistic: "classes" });
    expect(shape(tree)).toEqual([["leaf", "leaf"], "leaf"]);
  });

  it("lets the rounding of shared rows pass: a thousandth of a row", () => {
    const saved = (wrong: number) => {
      const tree = node(10, 3, node(6, 3 - wrong), node(4, 0));
      collapse(tree, { statistic: "classes" });
      return shape(tree);
    };
    expect(saved(0.0005)).toBe("leaf");
    expect(saved(0.002)).toEqual(["leaf", "leaf"]);
  });

  it("leaves a leaf alone", () => {
    const leaf = node(5, 2);
    collapse(leaf, { statistic: "classes" });
    expect(shape(leaf)).toBe("leaf");
  });
});

describe("collapse of a regression tree", () => {
  it("knows no slack in rows: errors of 0.005² in twenty rows are worth a split", () => {
    const x = Float64Array.from({ length: 20 }, (_, i) => i);
    const table = makeTable([
      { type: "numeric", name: "x", values: x },
      { type: "numeric", name: "y", values: x.map((v) => (v < 10 ? 0 : 0.01)) },
    ]);
    const model = fitTable(table, { target: "y", learner: "cart", options: { collapse: true } });
    expect(model.nodes.length).toBe(3);
  });
});
