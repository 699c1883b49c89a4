import { describe, expect, it } from "vitest";
import { random } from "../../base/random.js";
import { depthsOf, isSplit, sizeOf, type TreeModel, type TreeNode } from "../../model/tree.js";
import { friedman1 } from "../../synthetic/friedman.js";
import { xor } from "../../synthetic/xor.js";
import { makeTable, type Table } from "../../table/table.js";
import { fullCart } from "../../testing/fullCart.js";
import { fitTable } from "../fit.js";

/** Each stop is reached through `fit`: the option in, its effect on the tree out. */
const cart = (table: Table, target: string, options: Record<string, unknown> = {}) =>
  fitTable(table, { learner: fullCart, target, options });
const splits = ({ nodes }: TreeModel) => nodes.filter(isSplit);
const leaves = ({ nodes }: TreeModel) => nodes.filter((node) => !isSplit(node));
const impurityOf = (node: TreeNode) =>
  "counts" in node ? 1 - node.counts.reduce((sum, w) => sum + (w / node.weight) ** 2, 0) : node.error;
const errorOf = (node: TreeNode) =>
  "counts" in node ? 1 - node.counts[node.label] / node.weight : node.error;

/** A class that follows x up to one row in four: full trees overfit it. */
function noisy(rows: number, share: number): Table {
  const chance = random(3);
  const x1 = Float64Array.from({ length: rows }, chance.uniform);
  const x2 = Float64Array.from({ length: rows }, chance.uniform);
  const codes = Int32Array.from(x1, (x) => Number(x > 0.5) ^ Number(chance.uniform() < share));
  return makeTable([
    { type: "numeric", name: "x1", values: x1 },
    { type: "numeric", name: "x2", values: x2 },
    { type: "nominal", name: "y", levels: ["a", "b"], codes },
  ]);
}

const data = noisy(200, 0.25);
const numbers = friedman1({ rows: 100, seed: 2 });
const target = numbers.columns.at(-1)!.name;
const full = cart(data, "y");

describe("without any stop", () => {
  it("grows until every leaf is pure", () => {
    expect(leaves(full).every((leaf) => impurityOf(leaf) === 0)).toBe(true);
    expect(leaves(cart(numbers, target)).every((leaf) => impurityOf(leaf) === 0)).toBe(true);
    expect(sizeOf(full).leaves).toBeGreaterThan(40);
  });
});

describe("stops at a node", () => {
  it("minSplit: a split has that many rows, a leaf that could be split has fewer", () => {
    const model = cart(data, "y", { minSplit: 30 });
    expect(splits(model).every((node) => node.weight >= 30)).toBe(true);
    expect(leaves(model).every((node) => node.weight < 30 || impurityOf(node) === 0)).toBe(true);
    expect(splits(cart(data, "y", { minSplit: 10 })).some((node) => node.weight < 30)).toBe(true);
  });

  it("minSplit as a share: 5% of 200 rows are 10", () => {
    expect(cart(data, "y", { minSplit: "5%" }).nodes).toEqual(cart(data, "y", { minSplit: 10 }).nodes);
    expect(cart(data, "y", { minSplit: 0.05 }).nodes).toEqual(cart(data, "y", { minSplit: 10 }).nodes);
    expect(cart(data, "y", { minSplit: 10 }).nodes).not.toEqual(full.nodes);
  });

  it("minLeaf: no leaf has fewer rows, and no node of fewer than twice as many is split", () => {
    for (const minLeaf of [7, "3.5%"]) {
      const model = cart(data, "y", { minLeaf });
      expect(Math.min(...leaves(model).map((leaf) => leaf.weight))).toBe(7);
      expect(splits(model).every((node) => node.weight >= 14)).toBe(true);
    }
  });

  it("maxDepth: no leaf is deeper, and the shallow part of the tree is that of the full one", () => {
    const model = cart(data, "y", { maxDepth: 3 });
    expect(sizeOf(model).depth).toBe(3);
    const upTo3 = (tree: TreeModel) => {
      const depths = depthsOf(tree);
      return tree.nodes.filter((_, i) => depths[i] < 3).map((node) => node.test);
    };
    expect(upTo3(model)).toEqual(upTo3(full));
  });

  it("maxLeaves: exactly so many leaves, the splits with the largest gains", () => {
    const model = cart(data, "y", { maxLeaves: 6 });
    expect(sizeOf(model).leaves).toBe(6);
    // Growing one leaf more keeps the splits made before: the best come first.
    const more = cart(data, "y", { maxLeaves: 7 });
    const keys = new Set(splits(more).map((node) => JSON.stringify([node.test, node.weight])));
    expect(splits(model).every((node) => keys.has(JSON.stringify([node.test, node.weight])))).toBe(true);
    expect(cart(data, "y", { maxLeaves: 1 }).nodes).toHaveLength(1);
    expect(cart(data, "y", { maxLeaves: 10_000 }).nodes).toEqual(full.nodes);
  });

  it("minImpurity: splits are more impure, in the target's own units", () => {
    const model = cart(data, "y", { minImpurity: 0.3 });
    expect(splits(model).every((node) => impurityOf(node) > 0.3)).toBe(true);
    expect(leaves(model).some((node) => impurityOf(node) > 0)).toBe(true);
    const regression = cart(numbers, target, { minImpurity: 4 });
    expect(splits(regression).every((node) => impurityOf(node) > 4)).toBe(true);
    expect(leaves(regression).every((node) => impurityOf(node) <= 4)).toBe(true);
  });

  it("purity: nodes with that share of one class are leaves, also on the dot", () => {
    const model = cart(data, "y", { purity: 0.8 });
    expect(splits(model).every((node) => errorOf(node) > 0.2)).toBe(true);
    expect(leaves(model).some((node) => errorOf(node) > 0)).toBe(true);
    // A third of three classes each: 1 - (1 - 1/3) is less than 1/3 in doubles, but a third is a third.
    const three = makeTable([
      { type: "numeric", name: "x", values: Float64Array.of(1, 2, 3) },
      { type: "nominal", name: "y", levels: ["a", "b", "c"], codes: Int32Array.of(0, 1, 2) },
    ]);
    expect(cart(three, "y", { purity: 1 / 3 }).nodes).toHaveLength(1);
    expect(cart(three, "y", { purity: 0.34 }).nodes).toHaveLength(3); // then a half is enough
    expect(cart(three, "y", { purity: 0.51 }).nodes).toHaveLength(5);
  });

  it("acceptableError: the share of wrong rows, or the mean squared or absolute error", () => {
    const model = cart(data, "y", { acceptableError: 0.1 });
    expect(splits(model).every((node) => errorOf(node) > 0.1)).toBe(true);
    expect(leaves(model).every((node) => errorOf(node) <= 0.1)).toBe(true);
    expect(leaves(model).some((node) => errorOf(node) > 0)).toBe(true);
    for (const [criterion, acceptableError] of [
      ["squaredError", 4],
      ["absoluteError", 1.5],
    ] as const) {
      const regression = cart(numbers, target, { criterion, acceptableError });
      expect(splits(regression).every((node) => errorOf(node) > acceptableError)).toBe(true);
      expect(leaves(regression).every((node) => errorOf(node) <= acceptableError)).toBe(true);
      expect(leaves(regression).some((node) => errorOf(node) > 0)).toBe(true);
    }
  });
});

describe("stops at a split", () => {
  it("minGain: every test gains more, in the target's own units", () => {
    const model = cart(data, "y", { minGain: 0.02 });
    expect(splits(model).every((node) => node.gain > 0.02)).toBe(true);
    expect(model.nodes.length).toBeLessThan(full.nodes.length);
    const regression = cart(numbers, target, { minGain: 1 });
    expect(splits(regression).every((node) => node.gain > 1)).toBe(true);
    expect(splits(cart(numbers, target)).some((node) => node.gain <= 1)).toBe(true);
  });

  it("minGain: a test that gains exactly so much is not made", () => {
    const halves = makeTable([
      { type: "numeric", name: "x", values: Float64Array.of(0, 0, 1, 1) },
      { type: "nominal", name: "y", levels: ["a", "b"], codes: Int32Array.of(0, 0, 1, 1) },
    ]);
    // 1 − (2/4)² − (2/4)² = 0.5, and nothing is left.
    expect(splits(cart(halves, "y", { minGain: 0.5 }))).toEqual([]);
    expect(splits(cart(halves, "y", { minGain: 0.4999 }))).toHaveLength(1);
  });

  it("zeroGain: the four corners of XOR need a first test that gains nothing", () => {
    const corners = makeTable([
      { type: "numeric", name: "x1", values: Float64Array.of(0, 0, 1, 1) },
      { type: "numeric", name: "x2", values: Float64Array.of(0, 1, 0, 1) },
      { type: "nominal", name: "y", levels: ["0", "1"], codes: Int32Array.of(0, 1, 1, 0) },
    ]);
    expect(sizeOf(cart(corners, "y", { zeroGain: false })).nodes).toBe(1);
    const solved = cart(corners, "y", { zeroGain: true });
    expect(sizeOf(solved)).toEqual({ nodes: 7, leaves: 4, depth: 2 });
    expect(splits(solved)[0].gain).toBe(0);
  });

  it("significance: most noise is not split, and XOR in the plane is not found by one test", () => {
    const noise = noisy(200, 0.5);
    const root = (level: number) => sizeOf(cart(noise, "y", { significance: level })).nodes;
    // The best of some 400 thresholds: one false alarm in a thousand by chance is common, one in a million is not.
    expect(root(1e-6)).toBe(1);
    expect(root(1)).toBe(sizeOf(cart(noise, "y")).nodes);
    // A class that follows x1 is significant, and what is left below it is noise.
    const found = cart(data, "y", { significance: 1e-6 });
    expect(splits(found)[0].test).toMatchObject({ attribute: 0 });
    expect(splits(found)).toHaveLength(1);
    const plane = xor({ rows: 200, seed: 1 });
    expect(sizeOf(cart(plane, plane.columns.at(-1)!.name, { significance: 1e-6 })).nodes).toBe(1);
  });

  it("sizePenalty: gain × rows is more than the penalty for each branch", () => {
    const model = cart(data, "y", { sizePenalty: 2 });
    expect(splits(model).every((node) => node.gain * node.weight > 2 * 2)).toBe(true);
    expect(splits(full).some((node) => node.gain * node.weight <= 2 * 2)).toBe(true);
    expect(splits(model).length).toBeGreaterThan(0);
    expect(cart(data, "y", { sizePenalty: 1e6 }).nodes).toHaveLength(1);
  });
});
