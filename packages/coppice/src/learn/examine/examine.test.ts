import { expect, it } from "vitest";
import { fullCart, madeTable, mixedTable } from "../../../test/kit/index.js";
import { isSplit, sizeOf, type TreeModel } from "../../model/tree.js";
import { friedman1 } from "../../synthetic/friedman.js";
import type { Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { attributesAtNode } from "./examineBy.js";

const numbers = friedman1({ rows: 80, seed: 5 });
const target = numbers.columns.at(-1)!.name;
const attributes = numbers.columns.length - 1;

const grow = (options: Record<string, unknown>, seed = 1, table: Table = numbers, y = target) =>
  fitTable(table, { learner: fullCart, target: y, options, seed });
const rootOf = ({ nodes }: TreeModel) => (isSplit(nodes[0]) ? nodes[0] : undefined);
const seeds = Array.from({ length: 150 }, (_, seed) => seed);

/** The first tests of trees with these options, one per seed. */
const roots = (options: Record<string, unknown>, some = seeds) =>
  some.map((seed) => rootOf(grow({ ...options, maxDepth: 1 }, seed))!);
const meanGain = (options: Record<string, unknown>) =>
  roots(options, seeds.slice(0, 60)).reduce((sum, { gain }) => sum + gain, 0) / 60;

/** Each attribute is tested about as often as the others. */
function checkEven(found: ReturnType<typeof roots>): void {
  const counts = new Array<number>(attributes).fill(0);
  for (const { test } of found) counts[test.attribute]++;
  for (const count of counts) expect(Math.abs(count - 15)).toBeLessThan(18.4); // 5 · √(150 · 0.1 · 0.9)
}

it("with all of them is no sampling, where nothing ties", () => {
  const minLeaf = 5; // among a few rows many attributes divide alike
  const nodes = (attributesPerNode: number) => grow({ attributesPerNode, minLeaf }, 9).nodes;
  expect(nodes(attributes)).toEqual(grow({ minLeaf }).nodes);
  expect(nodes(attributes - 1)).not.toEqual(nodes(attributes));
});

it("depends on the seed, and not on the order of growth", () => {
  const table = mixedTable({ target: "classes", rows: 80, seed: 2, missing: 0.1 });
  const two = { attributesPerNode: 2 };
  for (const options of [two, { ...two, numeric: "random", nominal: "random" }, { randomTests: 3 }]) {
    const nodes = (more: object, seed = 1) => grow({ ...options, ...more }, seed, table, "y").nodes;
    expect(nodes({})).toEqual(nodes({}));
    expect(nodes({ order: "level" })).toEqual(nodes({ order: "depth" }));
    expect(nodes({ order: "best" })).toEqual(nodes({ order: "depth" }));
    expect(nodes({}, 2)).not.toEqual(nodes({}, 1));
  }
});

it("draws each attribute equally often", () => checkEven(roots({ attributesPerNode: 1 })));

it("takes the best of those drawn: more of them gain more", () => {
  const [one, three, eight] = [1, 3, 8].map((attributesPerNode) => meanGain({ attributesPerNode }));
  expect(three).toBeGreaterThan(1.3 * one);
  expect(eight).toBeGreaterThan(1.1 * three);
});

it("does not count attributes that do not vary", () => {
  const table = madeTable("a b c d e x y", 40, (i) => `3 3 3 3 3 ${i} ${i % 2 === 0 ? "no" : "yes"}`);
  const one = { attributesPerNode: 1 };
  for (const options of [one, { randomTests: 1 }, { ...one, numeric: "random" }])
    for (const seed of seeds.slice(0, 10))
      expect(sizeOf(grow(options, seed, table, "y")).leaves, JSON.stringify(options)).toBe(40);
});

it("is a number, or one that goes by the attributes", () => {
  const rules = ["all", "sqrt", "log2", "third", 50] as const;
  expect(rules.map((of) => attributesAtNode(of, 28))).toEqual([undefined, 5, 4, 9, 50]);
  expect(rules.map((of) => attributesAtNode(of, 1))).toEqual([undefined, 1, 1, 1, 50]);
});

it("randomTests of one draws any attribute, and of many comes near the best test", () => {
  checkEven(roots({ randomTests: 1 }));
  const best = rootOf(grow({ maxDepth: 1 }))!.gain;
  for (const seed of [1, 2, 3, 4, 5])
    expect(rootOf(grow({ randomTests: 4000, maxDepth: 1 }, seed))!.gain).toBeGreaterThan(0.95 * best);
});

it("randomTests gains more with more tests", () => {
  const [one, five, forty] = [1, 5, 40].map((randomTests) => meanGain({ randomTests }));
  expect(five).toBeGreaterThan(1.5 * one);
  expect(forty).toBeGreaterThan(1.2 * five);
});

it("randomTests goes with no other way of drawing", () => {
  expect(() => grow({ randomTests: 3, attributesPerNode: 2 })).toThrow(/give one of them/);
});

it("extra-trees' answers grow until pure, with thresholds that are hardly ever midpoints", () => {
  const drawn = grow({ numeric: "random", attributesPerNode: 3 }).nodes;
  const exact = grow({ attributesPerNode: 3 }).nodes;
  for (const leaf of drawn.filter((node) => !isSplit(node))) expect(leaf).toMatchObject({ error: 0 });
  expect(drawn.length).toBe(exact.length); // every row its own leaf
  expect(drawn).not.toEqual(exact);
});
