import fc from "fast-check";
import { expect, it } from "vitest";
import { type Random, random } from "../base/random.js";
import type { Test } from "../model/test.js";
import type { MissingRule, TreeModel, TreeNode } from "../model/tree.js";
import type { Cells } from "./bind.js";
import { compileTree } from "./compile.js";
import { followIn, isPlain } from "./follow.js";
import { readyTree } from "./predictTree.js";
import { sendRows } from "./sendRows.js";
import { answersOf, walkedTree } from "./treeAnswers.js";
import { walk } from "./walk.js";

const levels = (count: number) => Array.from({ length: count }, (_, code) => `level ${code}`);
const ATTRIBUTES = [
  { name: "number", type: "numeric" },
  { name: "level", type: "nominal", levels: levels(4) },
] as const;

function randomTest(rng: Random): { test: Test; branches: number } {
  const threshold = rng.below(9) - 4;
  const subset = { kind: "subset", attribute: 1, left: [0], right: [rng.below(3) + 1] } as const;
  return [
    { test: { kind: "threshold", attribute: 0, threshold } as const, branches: 2 },
    { test: { kind: "intervals", attribute: 0, edges: [threshold, threshold + 2] } as const, branches: 3 },
    { test: { kind: "levels", attribute: 1 } as const, branches: 4 },
    { test: subset, branches: 2 },
    { test: { kind: "gate", attribute: 0, threshold, slope: 1 } as const, branches: 2 },
  ][rng.below(rng.below(6) === 0 ? 5 : 4)];
}

function randomMissing(rng: Random, branches: number): MissingRule {
  if (rng.below(3) === 0) return { kind: "branch", to: rng.below(branches) };
  const parts = Array.from({ length: branches }, () => rng.below(3));
  parts[0] += 1;
  const sum = parts.reduce((a, b) => a + b);
  return { kind: "share", shares: parts.map((part) => part / sum) };
}

function randomTree(rng: Random): TreeModel {
  const nodes: TreeNode[] = [];
  const grow = (depth: number): number => {
    const index = nodes.length;
    const counts = [rng.below(9), rng.below(9)];
    const facts = { weight: counts[0] + counts[1], counts, label: counts[1] > counts[0] ? 1 : 0 };
    nodes.push(facts);
    if (depth === 0 || rng.below(8) === 0) return index;
    const { test, branches: count } = randomTest(rng);
    const branches = Array.from({ length: count }, () => grow(depth - 1));
    nodes[index] = { ...facts, test, branches, missing: randomMissing(rng, count), gain: 0 };
    return index;
  };
  grow(5);
  const target = { name: "y", type: "nominal", levels: ["no", "yes"] };
  return { attributes: ATTRIBUTES, nodes, target, task: "classification" } as unknown as TreeModel;
}

function randomCells(rng: Random, rows: number): Cells[] {
  return [
    Float64Array.from({ length: rows }, () => (rng.below(3) === 0 ? Number.NaN : rng.below(11) - 5)),
    Int32Array.from({ length: rows }, () => rng.below(5) - 1),
  ];
}

it("visits the leaves that the plain walk visits, in its order and with its shares", () => {
  const rows = 60;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const rng = random(seed);
      const model = randomTree(rng);
      const cells = randomCells(rng, rows);
      const follow = followIn(model, compileTree(model));
      for (let row = 0; row < rows; row++) {
        const [expected, found]: [number, number][][] = [[], []];
        walk(model, cells, row, (leaf, share) => expected.push([leaf, share]));
        follow(cells, row, (leaf, share) => found.push([leaf, share]));
        expect(found).toEqual(expected);
      }
    }),
  );
});

it("sends many rows together to the leaves that each is walked to, in the same order and with the same shares", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(1, 2, 60), (seed, count) => {
      const rng = random(seed);
      const model = randomTree(rng);
      if (!isPlain(model)) return;
      const cells = randomCells(rng, count);
      const rows = Int32Array.from({ length: count }, (_, row) => row);
      const found = Array.from(rows, (): [number, number][] => []);
      sendRows(compileTree(model), cells, rows, (leaf, reached, shares, from, to) => {
        for (let i = from; i < to; i++) found[reached[i]].push([leaf, shares[i]]);
      });
      for (const row of rows) {
        const expected: [number, number][] = [];
        walk(model, cells, row, (leaf, share) => expected.push([leaf, share]));
        expect(found[row]).toEqual(expected);
      }
    }),
  );
});

it("answers for rows that leaves share as the plain walk does", () => {
  const rows = 60;
  let shared = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const rng = random(seed);
      const model = randomTree(rng);
      const cells = randomCells(rng, rows);
      const ready = readyTree(model, () => undefined);
      const fillShared: typeof ready.fillShared = (...given) => {
        const filled = ready.fillShared!(...given);
        if (filled) shared++;
        return filled;
      };
      const found = answersOf({ ...ready, fillShared }, cells, rows);
      expect(found).toEqual(answersOf(walkedTree(model), cells, rows));
    }),
  );
  expect(shared).toBeGreaterThan(10);
});
