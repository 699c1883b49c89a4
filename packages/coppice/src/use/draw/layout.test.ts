import fc from "fast-check";
import { expect, it } from "vitest";
import { DEEP, deepTree } from "../../../test/kit/deepTree.js";
import { itHolds } from "../../../test/kit/forAll.js";
import { random } from "../../base/random.js";
import { tidy } from "./layout.js";

it("centres a parent over its branches", () => {
  // Leaves of width 10 with a gap of 2: middles 12 apart, the first at 5.
  expect([...tidy([[1, 2, 3], [], [], []], [10, 10, 10, 10], 2)]).toEqual([17, 5, 17, 29]);
  expect([...tidy([[]], [8], 2)]).toEqual([4]);
});

it("lets a wide parent push the drawing to the right", () => {
  expect([...tidy([[1, 2], [], []], [100, 10, 10], 2)]).toEqual([50, 44, 56]);
});

it("moves subtrees together under each other's overhang", () => {
  // Node 1 has the leaves 2 and 3, node 4 is a leaf: only the level of 1 and 4 keeps them apart.
  expect([...tidy([[1, 4], [2, 3], [], [], []], [10, 10, 10, 10, 10], 2)]).toEqual([17, 11, 5, 17, 23]);
});

itHolds("nodes of a level never overlap, and the drawing begins at 0", 100, [fc.integer()], (seed) => {
  const rng = random(seed);
  const { branches, depths } = randomShape(rng);
  const widths = branches.map(() => 5 + rng.below(40));
  const middles = tidy(branches, widths, 3);
  const rightEnd: number[] = [];
  let least = Infinity;
  branches.forEach((children, i) => {
    const left = middles[i] - widths[i] / 2;
    least = Math.min(least, left);
    // Preorder meets the nodes of a level from left to right.
    expect(left).toBeGreaterThanOrEqual((rightEnd[depths[i]] ?? -3) + 3 - 1e-9);
    rightEnd[depths[i]] = middles[i] + widths[i] / 2;
    if (children.length > 0) {
      const middle = (middles[children[0]] + middles[children[children.length - 1]]) / 2;
      expect(middles[i]).toBeCloseTo(middle, 6);
    }
  });
  expect(least).toBeCloseTo(0, 6);
});

function randomShape(rng: ReturnType<typeof random>) {
  const branches: number[][] = [];
  const depths: number[] = [];
  const pending: { depth: number; into?: number[] }[] = [{ depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    next.into?.push(branches.length);
    const children: number[] = [];
    branches.push(children);
    depths.push(next.depth);
    if (next.depth === 6 || rng.uniform() < 0.3) continue;
    const count = 1 + rng.below(3);
    for (let i = 0; i < count; i++) pending.push({ depth: next.depth + 1, into: children });
  }
  return { branches, depths };
}

it("handles deep trees in linear time", () => {
  const { nodes } = deepTree();
  const branches = nodes.map((node) => (node.test ? node.branches : []));
  expect(tidy(branches, new Float64Array(branches.length).fill(10), 2)).toHaveLength(2 * DEEP + 1);
});
