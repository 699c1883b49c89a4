import { fitSync, isSplit, type Table, type TreeModel, tableFrom } from "coppice";
import { nodePaths } from "coppice/edit";
import { tennis } from "coppice/synthetic";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growthBy, growthOrder } from "./growthOrder.js";

const splitPaths = (model: TreeModel) => {
  const paths = nodePaths(model);
  return model.nodes.flatMap((node, i) => (isSplit(node) ? [paths[i]] : []));
};

function randomTable(seed: number): Table {
  let state = seed + 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const column = () => Float64Array.from({ length: 60 }, () => Math.floor(next() * 20));
  const kind = Array.from({ length: 60 }, () => (next() < 0.5 ? "a" : "b"));
  return tableFrom({ x: column(), y: column(), kind });
}

describe("growthOrder", () => {
  it("is preorder unless another is asked for", () => {
    const model = fitSync(tennis(), { target: "Play", learner: "id3" });
    expect(growthBy(model)).toBe("depth");
    const paths = nodePaths(model);
    expect(Array.from(growthOrder(model, "depth"), (node) => paths[node])).toEqual(["root", "0", "2"]);
  });

  it("goes level by level if asked to", () => {
    const model = fitSync(randomTable(1), { target: "kind", options: { prune: "none", order: "level" } });
    expect(growthBy(model)).toBe("level");
    const paths = nodePaths(model);
    const depths = Array.from(growthOrder(model, "level"), (node) =>
      node === 0 ? 0 : paths[node].split(".").length,
    );
    expect(depths).toEqual([...depths].sort((a, b) => a - b));
  });

  it("of nodes that gain the same the one that exists longer is divided first", () => {
    const leaf = { weight: 1 };
    const split = (weight: number, gain: number, ...branches: number[]) => ({
      weight,
      gain,
      branches,
      test: {},
    });
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

  it("divides best first what a tree of so many leaves divides", () => {
    // A tree of at most k leaves is what the first k − 1 divisions make.
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 2, max: 12 }), (seed, leaves) => {
        const table = randomTable(seed);
        const grown = (maxLeaves: number) =>
          fitSync(table, { target: "kind", options: { prune: "none", maxLeaves } });
        const whole = grown(1000);
        expect(growthBy(whole)).toBe("best");
        const paths = nodePaths(whole);
        const first = Array.from(growthOrder(whole, "best").subarray(0, leaves - 1), (node) => paths[node]);
        expect(first.sort()).toEqual(splitPaths(grown(leaves)).sort());
      }),
      { numRuns: 40 },
    );
  });
});
