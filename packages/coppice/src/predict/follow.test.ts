import fc from "fast-check";
import { expect, it } from "vitest";
import { type Random, random } from "../base/random.js";
import type { Test } from "../model/test.js";
import type { MissingRule, TreeModel, TreeNode } from "../model/tree.js";
import type { Cells } from "./bind.js";
import { compileTree } from "./compile.js";
import { followIn } from "./follow.js";
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
    const facts = { weight: 2, counts: [1, 1], label: 0 };
    nodes.push(facts);
    if (depth === 0 || rng.below(8) === 0) return index;
    const { test, branches: count } = randomTest(rng);
    const branches = Array.from({ length: count }, () => grow(depth - 1));
    nodes[index] = { ...facts, test, branches, missing: randomMissing(rng, count), gain: 0 };
    return index;
  };
  grow(5);
  return { attributes: ATTRIBUTES, nodes } as unknown as TreeModel;
}

it("visits the leaves that the plain walk visits, in its order and with its shares", () => {
  const rows = 60;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const rng = random(seed);
      const model = randomTree(rng);
      const cells: Cells[] = [
        Float64Array.from({ length: rows }, () => (rng.below(3) === 0 ? Number.NaN : rng.below(11) - 5)),
        Int32Array.from({ length: rows }, () => rng.below(5) - 1),
      ];
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
