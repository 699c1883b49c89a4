import { expect, it } from "vitest";
import { split, to } from "../../test/kit/handmade.js";
import { branchOf, type GateTest, gateShares } from "../model/test.js";
import type { TreeNode } from "../model/tree.js";
import { walk } from "./walk.js";

const gate = (attribute: number, threshold: number, slope: number) =>
  ({ kind: "gate", attribute, threshold, slope }) as const;
const leaf = { weight: 1, value: 0, error: 0 };
const gated = (test: GateTest, ...branches: Parameters<typeof split>[1]) => split(test, branches, to(1));

function sharesOf(nodes: readonly TreeNode[], ...cells: number[]): [number, number][] {
  const found: [number, number][] = [];
  walk(
    { nodes },
    cells.map((cell) => Float64Array.of(cell)),
    0,
    (at, share) => found.push([at, share]),
  );
  return found;
}

it("gates have shares that depend on the distance from the threshold", () => {
  expect(gateShares(gate(0, 3, 2), 3)).toEqual([0.5, 0.5]);
  const [left, right] = gateShares(gate(0, 3, 2), 4); // 1 / (1 + e^-2) = 0.8808
  expect(right).toBeCloseTo(0.8807970779778823, 15);
  expect(left).toBeCloseTo(1 - right, 15);
  // Far from the threshold: e^-200, which 1 minus the other share would lose.
  expect(gateShares(gate(0, 3, 2), 103)[0]).toBeCloseTo(Math.exp(-200), 95);
});

it("gates decide like thresholds where a branch has to be chosen", () => {
  expect([2, 3, 4, Number.NaN].map((cell) => branchOf(gate(0, 3, 2), cell))).toEqual([0, 0, 1, -1]);
});

it("gates send a row to every leaf; shares multiply along the path", () => {
  const nodes = gated(gate(0, 0, 1), leaf, gated(gate(1, 0, 1), leaf, leaf));
  const half = sharesOf(nodes, 0, Math.log(3)); // the second gate sends 3 / (1 + 3) right
  expect(half.map(([at]) => at)).toEqual([1, 3, 4]);
  half.forEach(([, share], i) => {
    expect(share).toBeCloseTo([0.5, 0.125, 0.375][i], 15);
  });
});

it("gates follow the rule for missing values", () => {
  expect(sharesOf(gated(gate(0, 0, 1), leaf, leaf), Number.NaN)).toEqual([[2, 1]]);
});
