import { expect, it } from "vitest";
import { fullCart, nominal, numeric, shortTable } from "../../../test/kit/index.js";
import { random } from "../../base/random.js";
import { depthsOf, isSplit, sizeOf, type TreeModel, type TreeNode } from "../../model/tree.js";
import { friedman1 } from "../../synthetic/friedman.js";
import { xor } from "../../synthetic/xor.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";

/** Each stop is reached through `fit`: the option in, its effect on the tree out. */
const cart = (table: Table, options: Record<string, unknown> = {}) =>
  fitTable(table, { learner: fullCart, target: "y", options });
const splits = ({ nodes }: TreeModel) => nodes.filter(isSplit);
const leaves = ({ nodes }: TreeModel) => nodes.filter((node) => !isSplit(node));
const impurityOf = (node: TreeNode) =>
  "counts" in node ? 1 - node.counts.reduce((sum, w) => sum + (w / node.weight) ** 2, 0) : node.error;
const errorOf = (node: TreeNode) =>
  "counts" in node ? 1 - node.counts[node.label] / node.weight : node.error;

/** A class that follows x up to one row in four: full trees overfit it. */
function noisy(rows: number, share: number): Table {
  const chance = random(3);
  const [x1, x2] = [1, 2].map(() => Array.from({ length: rows }, chance.uniform));
  const y = x1.map((x) => Number(x > 0.5) ^ Number(chance.uniform() < share));
  return makeTable([numeric("x1", x1), numeric("x2", x2), nominal("y", ["a", "b"], y)]);
}

const data = noisy(200, 0.25);
const numbers = friedman1({ rows: 100, seed: 2 });
const full = cart(data);

it("without any stop a tree grows until every leaf is pure", () => {
  for (const model of [full, cart(numbers)])
    expect(leaves(model).every((leaf) => impurityOf(leaf) === 0)).toBe(true);
  expect(sizeOf(full).leaves).toBeGreaterThan(40);
});

it("minSplit: a split has that many rows, a leaf that could be split has fewer", () => {
  const model = cart(data, { minSplit: 30 });
  expect(splits(model).every((node) => node.weight >= 30)).toBe(true);
  expect(leaves(model).every((node) => node.weight < 30 || impurityOf(node) === 0)).toBe(true);
  expect(splits(cart(data, { minSplit: 10 })).some((node) => node.weight < 30)).toBe(true);
});

it("minSplit as a share: 5% of 200 rows are 10", () => {
  const nodes = (minSplit: number | string) => cart(data, { minSplit }).nodes;
  expect(nodes("5%")).toEqual(nodes(10));
  expect(nodes(0.05)).toEqual(nodes(10));
  expect(nodes(10)).not.toEqual(full.nodes);
});

it("minLeaf: no leaf has fewer rows, and no node of fewer than twice as many is split", () => {
  for (const minLeaf of [7, "3.5%"]) {
    const model = cart(data, { minLeaf });
    expect(Math.min(...leaves(model).map((leaf) => leaf.weight))).toBe(7);
    expect(splits(model).every((node) => node.weight >= 14)).toBe(true);
  }
});

it("maxDepth: no leaf is deeper, and the shallow part of the tree is that of the full one", () => {
  const model = cart(data, { maxDepth: 3 });
  expect(sizeOf(model).depth).toBe(3);
  const upTo3 = (tree: TreeModel) => {
    const depths = depthsOf(tree);
    return tree.nodes.filter((_, i) => depths[i] < 3).map((node) => node.test);
  };
  expect(upTo3(model)).toEqual(upTo3(full));
});

it("maxLeaves: exactly so many leaves, the splits with the largest gains", () => {
  const model = cart(data, { maxLeaves: 6 });
  expect(sizeOf(model).leaves).toBe(6);
  // Growing one leaf more keeps the splits made before: the best come first.
  const made = (tree: TreeModel) => splits(tree).map(({ test, weight }) => ({ test, weight }));
  expect(made(cart(data, { maxLeaves: 7 }))).toEqual(expect.arrayContaining(made(model)));
  expect(cart(data, { maxLeaves: 1 }).nodes).toHaveLength(1);
  expect(cart(data, { maxLeaves: 10_000 }).nodes).toEqual(full.nodes);
});

it("minImpurity: splits are more impure, in the target's own units", () => {
  const model = cart(data, { minImpurity: 0.3 });
  expect(splits(model).every((node) => impurityOf(node) > 0.3)).toBe(true);
  expect(leaves(model).some((node) => impurityOf(node) > 0)).toBe(true);
  const regression = cart(numbers, { minImpurity: 4 });
  expect(splits(regression).every((node) => impurityOf(node) > 4)).toBe(true);
  expect(leaves(regression).every((node) => impurityOf(node) <= 4)).toBe(true);
});

it("purity: nodes with that share of one class are leaves, also on the dot", () => {
  const model = cart(data, { purity: 0.8 });
  expect(splits(model).every((node) => errorOf(node) > 0.2)).toBe(true);
  expect(leaves(model).some((node) => errorOf(node) > 0)).toBe(true);
  // A third of three classes each: 1 - (1 - 1/3) is less than 1/3 in doubles, but a third is a third.
  const nodes = (purity: number) => cart(shortTable("x y; 1 a; 2 b; 3 c"), { purity }).nodes.length;
  expect([1 / 3, 0.34, 0.51].map(nodes)).toEqual([1, 3, 5]); // by 0.34 a half is enough
});

it("acceptableError: the share of wrong rows, or the mean squared or absolute error", () => {
  const check = (model: TreeModel, most: number) => {
    expect(splits(model).every((node) => errorOf(node) > most)).toBe(true);
    expect(leaves(model).every((node) => errorOf(node) <= most)).toBe(true);
    expect(leaves(model).some((node) => errorOf(node) > 0)).toBe(true);
  };
  check(cart(data, { acceptableError: 0.1 }), 0.1);
  check(cart(numbers, { criterion: "squaredError", acceptableError: 4 }), 4);
  check(cart(numbers, { criterion: "absoluteError", acceptableError: 1.5 }), 1.5);
});

it("minGain: every test gains more, in the target's own units", () => {
  const model = cart(data, { minGain: 0.02 });
  expect(splits(model).every((node) => node.gain > 0.02)).toBe(true);
  expect(model.nodes.length).toBeLessThan(full.nodes.length);
  const regression = cart(numbers, { minGain: 1 });
  expect(splits(regression).every((node) => node.gain > 1)).toBe(true);
  expect(splits(cart(numbers)).some((node) => node.gain <= 1)).toBe(true);
});

it("minGain: a test that gains exactly so much is not made", () => {
  const halves = shortTable("x y; 0 a; 0 a; 1 b; 1 b");
  // 1 − (2/4)² − (2/4)² = 0.5, and nothing is left.
  expect(splits(cart(halves, { minGain: 0.5 }))).toEqual([]);
  expect(splits(cart(halves, { minGain: 0.4999 }))).toHaveLength(1);
});

it("zeroGain: the four corners of XOR need a first test that gains nothing", () => {
  const corners = shortTable("x1 x2 y; 0 0 n; 0 1 p; 1 0 p; 1 1 n");
  expect(sizeOf(cart(corners, { zeroGain: false })).nodes).toBe(1);
  const solved = cart(corners, { zeroGain: true });
  expect(sizeOf(solved)).toEqual({ nodes: 7, leaves: 4, depth: 2 });
  expect(splits(solved)[0].gain).toBe(0);
});

it("significance: most noise is not split, and XOR in the plane is not found by one test", () => {
  const noise = noisy(200, 0.5);
  const root = (level: number) => sizeOf(cart(noise, { significance: level })).nodes;
  // The best of some 400 thresholds: one false alarm in a thousand by chance is common, one in a million is not.
  expect(root(1e-6)).toBe(1);
  expect(root(1)).toBe(sizeOf(cart(noise)).nodes);
  // A class that follows x1 is significant, and what is left below it is noise.
  const found = cart(data, { significance: 1e-6 });
  expect(splits(found)[0].test).toMatchObject({ attribute: 0 });
  expect(splits(found)).toHaveLength(1);
  const plane = xor({ rows: 200, seed: 1 });
  const target = plane.columns.at(-1)!.name;
  const options = { significance: 1e-6 };
  expect(fitTable(plane, { learner: fullCart, target, options }).nodes).toHaveLength(1);
});

it("sizePenalty: gain × rows is more than the penalty for each branch", () => {
  const model = cart(data, { sizePenalty: 2 });
  expect(splits(model).every((node) => node.gain * node.weight > 2 * 2)).toBe(true);
  expect(splits(full).some((node) => node.gain * node.weight <= 2 * 2)).toBe(true);
  expect(splits(model).length).toBeGreaterThan(0);
  expect(cart(data, { sizePenalty: 1e6 }).nodes).toHaveLength(1);
});
