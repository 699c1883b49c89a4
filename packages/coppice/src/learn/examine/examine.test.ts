import { describe, expect, it } from "vitest";
import { mixedTable } from "../../../test/mixedTable.js";
import { isSplit, sizeOf, type TreeModel } from "../../model/tree.js";
import { friedman1 } from "../../synthetic/friedman.js";
import { makeTable, type Table } from "../../table/table.js";
import { fullCart } from "../../testing/fullCart.js";
import { fitTable } from "../fit.js";
import { attributesAtNode } from "./examineBy.js";

const numbers = friedman1({ rows: 120, seed: 5 });
const target = numbers.columns.at(-1)!.name;
const attributes = numbers.columns.length - 1;

const grow = (options: Record<string, unknown>, seed = 1, table: Table = numbers, y = target) =>
  fitTable(table, { learner: fullCart, target: y, options, seed });
const rootOf = ({ nodes }: TreeModel) => (isSplit(nodes[0]) ? nodes[0] : undefined);
const seeds = Array.from({ length: 300 }, (_, seed) => seed);

describe("attributesPerNode", () => {
  it("with all of them is no sampling, where nothing ties", () => {
    const minLeaf = 5; // among a few rows many attributes divide alike
    expect(grow({ attributesPerNode: attributes, minLeaf }, 9).nodes).toEqual(grow({ minLeaf }).nodes);
    expect(grow({ attributesPerNode: attributes - 1, minLeaf }, 9).nodes).not.toEqual(
      grow({ minLeaf }).nodes,
    );
  });

  it("depends on the seed, and not on the order of growth", () => {
    const table = mixedTable({ target: "classes", rows: 150, seed: 2, missing: 0.1 });
    for (const options of [
      { attributesPerNode: 2 },
      { attributesPerNode: 2, numeric: "random", nominal: "random" },
      { randomTests: 3 },
    ]) {
      const nodes = (more: object, seed = 1) => grow({ ...options, ...more }, seed, table, "y").nodes;
      expect(nodes({})).toEqual(nodes({}));
      expect(nodes({ order: "level" })).toEqual(nodes({ order: "depth" }));
      expect(nodes({ order: "best" })).toEqual(nodes({ order: "depth" }));
      expect(nodes({}, 2)).not.toEqual(nodes({}, 1));
    }
  });

  it("draws each attribute equally often", () => {
    const counts = new Array<number>(attributes).fill(0);
    for (const seed of seeds)
      counts[rootOf(grow({ attributesPerNode: 1, maxDepth: 1 }, seed))!.test.attribute]++;
    for (const count of counts) expect(Math.abs(count - 30)).toBeLessThan(26); // 5 · √(300 · 0.1 · 0.9)
  });

  it("takes the best of those drawn: more of them gain more", () => {
    const mean = (attributesPerNode: number) =>
      seeds
        .slice(0, 100)
        .reduce((sum, seed) => sum + rootOf(grow({ attributesPerNode, maxDepth: 1 }, seed))!.gain, 0);
    expect(mean(3)).toBeGreaterThan(1.3 * mean(1));
    expect(mean(8)).toBeGreaterThan(1.1 * mean(3));
  });

  it("does not count attributes that do not vary", () => {
    const constant = (name: string) =>
      ({ type: "numeric", name, values: new Float64Array(40).fill(3) }) as const;
    const table = makeTable([
      ...["a", "b", "c", "d", "e"].map(constant),
      { type: "numeric", name: "x", values: Float64Array.from({ length: 40 }, (_, i) => i) },
      {
        type: "nominal",
        name: "y",
        levels: ["0", "1"],
        codes: Int32Array.from({ length: 40 }, (_, i) => (i * 7) & 1),
      },
    ]);
    for (const options of [
      { attributesPerNode: 1 },
      { randomTests: 1 },
      { attributesPerNode: 1, numeric: "random" },
    ])
      for (const seed of seeds.slice(0, 20))
        expect(sizeOf(grow(options, seed, table, "y")).leaves, JSON.stringify(options)).toBe(40);
  });

  it("is a number, or one that goes by the attributes", () => {
    expect(["all", "sqrt", "log2", "third"].map((of) => attributesAtNode(of as "all", 28))).toEqual([
      undefined,
      5,
      4,
      9,
    ]);
    expect(["sqrt", "log2", "third"].map((of) => attributesAtNode(of as "all", 1))).toEqual([1, 1, 1]);
    expect(attributesAtNode(50, 28)).toBe(50);
  });
});

describe("randomTests", () => {
  it("of one draws any attribute, and of many comes near the best test", () => {
    const counts = new Array<number>(attributes).fill(0);
    for (const seed of seeds) counts[rootOf(grow({ randomTests: 1, maxDepth: 1 }, seed))!.test.attribute]++;
    for (const count of counts) expect(Math.abs(count - 30)).toBeLessThan(26);
    const best = rootOf(grow({ maxDepth: 1 }))!.gain;
    for (const seed of seeds.slice(0, 20))
      expect(rootOf(grow({ randomTests: 4000, maxDepth: 1 }, seed))!.gain).toBeGreaterThan(0.95 * best);
  });

  it("gains more with more tests", () => {
    const mean = (randomTests: number) =>
      seeds
        .slice(0, 100)
        .reduce((sum, seed) => sum + rootOf(grow({ randomTests, maxDepth: 1 }, seed))!.gain, 0);
    expect(mean(5)).toBeGreaterThan(1.5 * mean(1));
    expect(mean(40)).toBeGreaterThan(1.2 * mean(5));
  });

  it("goes with no other way of drawing", () => {
    expect(() => grow({ randomTests: 3, attributesPerNode: 2 })).toThrow(/give one of them/);
    expect(() => grow({ randomTests: 3, numeric: "bins" })).toThrow(
      "numeric is for trees with no randomTests, and randomTests is 3",
    );
  });
});

describe("extra-trees' answers", () => {
  it("grow until pure, with thresholds that are hardly ever midpoints", () => {
    const drawn = grow({ numeric: "random", attributesPerNode: 3 });
    const exact = grow({ attributesPerNode: 3 });
    expect(
      drawn.nodes.filter((node) => !isSplit(node)).every((node) => "error" in node && node.error === 0),
    ).toBe(true);
    expect(drawn.nodes.length).toBe(exact.nodes.length); // every row its own leaf
    expect(drawn.nodes).not.toEqual(exact.nodes);
  });
});
