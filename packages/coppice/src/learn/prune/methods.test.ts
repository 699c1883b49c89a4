import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll, refusal, split } from "../../../test/kit/index.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { chiSquaredTest } from "./chiSquaredTest.js";
import { cutAt } from "./cutAt.js";
import { errorBased, heaviestBranch } from "./errorBased.js";
import { expectedErrors } from "./errorBound.js";
import { classBits, mdl } from "./mdl.js";
import { mergeLeaves } from "./mergeLeaves.js";
import { reducedError } from "./reducedError.js";
import { removeNode } from "./removeNode.js";
import type { PruneRows } from "./rows.js";
import { sketched } from "./testTrees.js";

const leaves = ({ nodes }: TreeModel) => nodes.filter((node) => !isSplit(node)).length;

const limit = (bound: "weka" | "book" | "binomial", e: number, n: number) =>
  expectedErrors(bound, 0.25)(n, e) / n;

it("expectedErrors is Quinlan's U25% (1993, p. 41)", () => {
  for (const bound of ["weka", "book", "binomial"] as const) {
    expect(limit(bound, 0, 6)).toBeCloseTo(0.2063, 4); // 1 - 0.25^(1/6)
    expect(limit(bound, 0, 9)).toBeCloseTo(0.1428, 4); // 1 - 0.25^(1/9)
    expect(limit(bound, 0, 1)).toBeCloseTo(0.75, 9);
  }
  expect(limit("book", 1, 16)).toBeCloseTo(0.1566808723990975, 9); // z = 0.84 - (0.84 - 0.25)·0.05/0.2 = 0.6925
  expect(limit("weka", 1, 16)).toBeCloseTo(0.154732164489829, 6); // z = 0.6745
  expect(limit("binomial", 1, 16)).toBeCloseTo(0.1596107137218113, 9);
});

it("expectedErrors of less than one error lies between those of none and of one", () => {
  for (const bound of ["weka", "book"] as const)
    expect(limit(bound, 0.25, 6)).toBeCloseTo(0.75 * limit(bound, 0, 6) + 0.25 * limit(bound, 1, 6), 12);
});

it("expectedErrors grows with the errors and is never more than all rows", () => {
  const bounds = fc.constantFrom("weka" as const, "book" as const, "binomial" as const);
  const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  forAll(100, [bounds, between(0.05, 0.5), between(1, 200), between(0, 1)], (bound, confidence, n, share) => {
    const expected = expectedErrors(bound, confidence);
    const e = share * n;
    expect(expected(n, e)).toBeGreaterThanOrEqual(e - 1e-9);
    expect(expected(n, e)).toBeLessThanOrEqual(n + 1e-9);
  });
});

const book = expectedErrors("book", 0.25);

it("errorBased prunes Quinlan's example: 6·0.206 + 9·0.143 + 1·0.75 = 3.273 against 16·0.157 = 2.512", () => {
  expect(leaves(errorBased(sketched(split([6, 0], [9, 0], [0, 1])), book))).toBe(1);
});

it("errorBased keeps a test that promises fewer errors", () => {
  // 2·(10·(1 - 0.25^(1/10))) = 2·1.294 = 2.59 against more than 10 errors.
  expect(leaves(errorBased(sketched(split([10, 0], [0, 10])), book))).toBe(2);
});

it("errorBased raises the last of branches with equally many rows, as Weka does", () => {
  const branches = ["3 2", "1 4", "2 2"].map((counts) => ({
    counts: Float64Array.from(counts.split(" "), Number),
  }));
  expect(heaviestBranch({ branches } as unknown as Parameters<typeof heaviestBranch>[0])).toBe(1);
});

it("errorBased raises the heaviest branch, and its rows with it", () => {
  // x <= 2 tells little: [1, 1] against the rest; below, x > 5 tells all but one of the 22 rows. As it stands the tree
  // promises more than the branch alone down which all rows go.
  const base = sketched(split([1, 1], split([10, 0], [0, 10])));
  const nodes = base.nodes.map((node, i) => {
    if (!isSplit(node)) return node;
    return { ...node, test: { kind: "threshold", attribute: 0, threshold: i === 0 ? 2 : 5 } as const };
  });
  const model = { ...base, nodes };
  const tens = (one: number, other: number) => [one, other].flatMap((x) => new Array<number>(10).fill(x));
  const x = [1, 2, ...tens(4, 9)];
  const y = [0, 1, ...tens(0, 1)];
  const pruned = errorBased(model, expectedErrors("weka", 0.25), rowsOf(x, y));
  expect(pruned.nodes).toEqual([
    { ...nodes[2], weight: 22, counts: [11, 11], label: 0, branches: [1, 2] },
    { weight: 12, counts: [11, 1], label: 0 },
    { weight: 10, counts: [0, 10], label: 1 },
  ]);
});

function rowsOf(x: readonly number[], y: readonly number[]): PruneRows {
  return {
    rows: x.length,
    cells: [Float64Array.from(x)],
    truth: Int32Array.from(y),
    weights: new Float64Array(x.length).fill(1),
    quantum: 2 ** -20,
  };
}

describe("reducedError", () => {
  const model = sketched(split([8, 1], split([0, 4], [3, 2])));
  // Edges: the root's test is x <= 0, the other's x <= 2.

  it.each([
    // Row x = 3 of class 1: the subtree says 0 there, the leaf [3, 6] says 1; x = 1 of class 1: both say 1.
    ["prunes where the leaf is not worse on the pruning rows", [-1, 1, 3], [0, 1, 1], 2],
    // Now x = 3 is of class 0: the subtree is right on it and the leaf is not.
    ["keeps what is better", [-1, 1, 3], [0, 1, 0], 3],
    ["prunes all where no row speaks for a test", [-1], [0], 1],
    ["takes a class that the model does not know for an error everywhere", [-1, 1], [2, 2], 1],
  ])("%s", (_, x, y, left) => {
    expect(leaves(reducedError(model, [rowsOf(x, y)]))).toBe(left);
  });

  it("prunes trees of numbers by squared error", () => {
    const test = { kind: "threshold", attribute: 0, threshold: 0 } as const;
    const missing = { kind: "branch", to: 0 } as const;
    const nodes = [
      { weight: 4, value: 5, error: 16, test, branches: [1, 2], missing, gain: 1 },
      { weight: 2, value: 1, error: 0 },
      { weight: 2, value: 9, error: 0 },
    ] as const;
    const tree: TreeModel = { ...model, task: "regression", target: { name: "y", type: "numeric" }, nodes };
    // (1-2)² + (9-8)² = 2 against (5-2)² + (5-8)² = 18; with the values exchanged 49 + 49 against 18.
    const rows = (y: number[]) => ({ ...rowsOf([-1, 1], []), truth: Float64Array.from(y) });
    expect(leaves(reducedError(tree, [rows([2, 8])]))).toBe(2);
    expect(leaves(reducedError(tree, [rows([8, 2])]))).toBe(1);
  });
});

describe("mergeLeaves", () => {
  // Gini × rows: root [9, 9] 9; left [9, 1] 1.8 of [9, 0] 0 and [0, 1] 0; right [0, 8] 0 of [0, 4] and [0, 4].
  const model = sketched(split(split([9, 0], [0, 1]), split([0, 4], [0, 4])));

  it("merges what raises impurity least, up to a share of the root's, or down to a number of leaves", () => {
    // The right costs nothing, and the left 1.8 / 9 = 0.2.
    const left = [0, 0.19, 0.21, 1].map((maxIncrease) => leaves(mergeLeaves(model, { maxIncrease })));
    expect(left).toEqual([3, 3, 2, 1]);
    expect([4, 3, 2, 1].map((most) => leaves(mergeLeaves(model, { leaves: most })))).toEqual([4, 3, 2, 1]);
  });

  it("takes the least rise first, whatever the tree", () => {
    const count = fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 20 }));
    forAll(100, [fc.array(count, { minLength: 2, maxLength: 20 })], (counts) => {
      const tree = sketched(split(...counts.map(([a, b]) => split([a, b], [b, a]))));
      // With n = a + b: the pair [n, n] has n, its halves n - (a² + b²)/n each.
      const rises = counts.map(([a, b]) => (2 * (a * a + b * b)) / (a + b) - (a + b));
      const { nodes } = mergeLeaves(tree, { leaves: 2 * counts.length - 1 });
      const [root] = nodes;
      const gone = isSplit(root) ? root.branches.findIndex((branch) => !isSplit(nodes[branch])) : -1;
      expect(rises[gone]).toBeCloseTo(Math.min(...rises), 9);
      expect(nodes.length).toBe(tree.nodes.length - 2);
    });
  });
});

it("mdl counts the bits of classes by their stochastic complexity", () => {
  // [4, 4]: 8 bits, ½·log2(8/2) = 1, log2(π / Γ(1)) = 1.651.
  expect(classBits([4, 4])).toBeCloseTo(8 + 1 + Math.log2(Math.PI), 9);
  // [9, 0, 0]: no bits, 1·log2(4.5), log2(π^1.5 / (√π/2)) = log2(2π).
  expect(classBits([9, 0, 0])).toBeCloseTo(Math.log2(4.5) + Math.log2(2 * Math.PI), 9);
});

it("mdl keeps a test that saves bits, and no other", () => {
  expect(leaves(mdl(sketched(split([50, 0], [0, 50]))))).toBe(2);
  expect(leaves(mdl(sketched(split([5, 3], [4, 4]))))).toBe(1);
});

it("chiSquaredTest removes tests that could be chance, from the leaves up", () => {
  // [3, 2] against [2, 3]: χ² = 0.4, p = 0.53; [10, 0] against [0, 10]: χ² = 20.
  const chance = split([3, 2], [2, 3]);
  expect(leaves(chiSquaredTest(sketched(chance), 0.05))).toBe(1);
  expect(leaves(chiSquaredTest(sketched(chance), 0.6))).toBe(2);
  expect(leaves(chiSquaredTest(sketched(split(split([10, 0], [0, 10]), [10, 10])), 0.05))).toBe(3);
});

const model = sketched(split([8, 1], split([0, 4], [3, 2])));

it("cutAt and removeNode renumber in preorder", () => {
  const cut = cutAt(model, [2, 3]);
  expect(cut.nodes.length).toBe(3);
  expect(cut.nodes[2]).toEqual({ weight: 9, counts: [3, 6], label: 1 });
  expect(removeNode(model, [1])).toEqual(cut);
  expect(removeNode(model, []).nodes).toEqual([{ weight: 18, counts: [11, 7], label: 0 }]);
});

it.each([
  [[0], "0: it is a leaf already"],
  [[0, 1], "0.1: the node 0 is a leaf"],
  [[2], "2: the root has branches 0 to 1"],
])("cutAt and removeNode say why the path %j leads nowhere", (path, why) => {
  const found = refusal(() => removeNode(model, path));
  expect(found).toBe(`NODE_UNKNOWN: there is no test to remove at ${why}`);
});
