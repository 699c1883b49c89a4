import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { split } from "../../../test/kit/split.js";
import { riskOf } from "../../model/risk.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { pruneAt, pruningSequence } from "./costComplexity.js";
import { cutAt } from "./cutAt.js";
import { type Sketch, sketched } from "./testTrees.js";

/** Counts of two classes, and tests with two or three branches, up to four deep. */
const sketches = fc.letrec<{ tree: Sketch }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 })),
    fc.record({ of: fc.array(tie("tree"), { minLength: 2, maxLength: 3 }) }),
  ),
})).tree;

const leavesOf = ({ nodes }: TreeModel) => nodes.filter((node) => !isSplit(node)).length;
const riskOfTree = (model: TreeModel) =>
  model.nodes.reduce((sum, node) => sum + (isSplit(node) ? 0 : riskOf(node, model)), 0);

/** Every tree that can be had by making leaves of nodes, as sets of cut nodes. */
function prunings(model: TreeModel, at = 0): number[][] {
  const node = model.nodes[at];
  if (!isSplit(node)) return [[]];
  const below = node.branches.reduce<number[][]>(
    (found, branch) => found.flatMap((cut) => prunings(model, branch).map((more) => [...cut, ...more])),
    [[]],
  );
  return [[at], ...below];
}

// Root 6+14 errs 6; left [5, 3] of [5, 0] and [0, 3] errs 3 as a leaf, 0 split; right [1, 11] errs 1 as a leaf, and
// split into [1, 2] and [0, 9] still 1.
const example = sketched(split(split([5, 0], [0, 3]), split([1, 2], [0, 9])));

it("pruningSequence has Breiman's alphas, relative to the root", () => {
  // The right test saves nothing: it goes at 0. The left saves 3 for 1 leaf; the root saves 6 - 1 = 5 for 2 leaves
  // while the left stands, 2.5 each, which is less than 3: root and left go together, at 2.5 of 6.
  expect(pruningSequence(example).rows).toEqual([
    { alpha: 2.5 / 6, splits: 0, error: 1 },
    { alpha: 0, splits: 2, error: 1 / 6 },
  ]);
});

it("pruningSequence has rpart's, by its own recursion", () => {
  // A son that is worth no more than cp is cut while growing; else the root is charged with all below it.
  expect(pruningSequence(example, { table: "rpart" }).rows).toEqual([
    { alpha: 2.5 / 6, splits: 0, error: 1 },
    { alpha: 0, splits: 2, error: 1 / 6 },
  ]);
  // With cp = 0.45, 2.7 of 6, nothing is worth its cost.
  expect(pruningSequence(example, { table: "rpart", least: 0.45 }).rows).toEqual([
    { alpha: 0.45, splits: 0, error: 1 },
  ]);
});

it("pruningSequence differs from rpart's where rpart counts a son as gone who outlives an elder", () => {
  // B = [8, 11] errs 8, split 4 + 2: worth 2. A = [13, 13] errs 13; below it 2 + 6, 5 saved by 2 tests, 2.5 each, so
  // B goes before A. The root errs 19; below it 8 + 6, 5 saved by 3 tests: 5/3, so that root goes before B.
  const b = split([6, 4], [2, 7]);
  const model = sketched(split(split([5, 2], b), [6, 6]));
  const rest = { alpha: 0, splits: 3, error: 14 / 19 };
  expect(pruningSequence(model).rows).toEqual([{ alpha: 5 / 3 / 19, splits: 0, error: 1 }, rest]);
  // rpart has B a leaf once it has judged A, so that the root saves 19 - (2 + 8 + 6) = 3 by 2 tests.
  const rpart = pruningSequence(model, { table: "rpart" }).rows;
  expect(rpart).toEqual([{ alpha: 1.5 / 19, splits: 0, error: 1 }, rest]);
});

it("pruningSequence finds at every alpha the best tree there is, and the smallest of those", () => {
  forAll(150, [sketches, fc.double({ min: 0, max: 1.2, noNaN: true })], (sketch, share) => {
    const model = sketched(sketch);
    const sequence = pruningSequence(model);
    const alphas = [share, ...sequence.rows.map(({ alpha }) => alpha)];
    for (const relative of alphas) {
      const alpha = relative * sequence.unit;
      const costOf = (tree: TreeModel) => riskOfTree(tree) + alpha * leavesOf(tree);
      const found = pruneAt(model, sequence, relative);
      const all = prunings(model).map((cut) => cutAt(model, cut));
      const least = Math.min(...all.map(costOf));
      expect(costOf(found)).toBeCloseTo(least, 8);
      const best = all.filter((tree) => costOf(tree) < least + 1e-8);
      expect(leavesOf(found)).toBe(Math.min(...best.map(leavesOf)));
    }
  });
});

it("pruningSequence is nested, with falling alphas and errors, and keeps all weight", () => {
  forAll(150, [sketches, fc.constantFrom("error" as const, "impurity" as const)], (sketch, measure) => {
    const model = sketched(sketch);
    const sequence = pruningSequence(model, { measure });
    const cut = (tree: TreeModel, alpha: number) => pruneAt(tree, pruningSequence(tree, { measure }), alpha);
    sequence.rows.forEach((row, i) => {
      const tree = cut(model, row.alpha);
      expect(tree.nodes.filter(isSplit).length).toBe(row.splits);
      if (sequence.unit > 0)
        expect(riskOfTree(tree) / riskOf(model.nodes[0], model) || 0).toBeCloseTo(row.error, 9);
      expect(tree.nodes.reduce((sum, n) => sum + (isSplit(n) ? 0 : n.weight), 0)).toBe(model.nodes[0].weight);
      if (i === 0) expect(row.splits).toBe(0);
      if (i === 0) return;
      const { alpha, splits } = sequence.rows[i - 1];
      expect(row.alpha).toBeLessThan(alpha);
      expect(row.splits).toBeGreaterThan(splits);
      expect(cut(tree, alpha).nodes).toEqual(cut(model, alpha).nodes);
    });
  });
});

it("pruningSequence costs n log n: a chain of 40,000 tests takes no time", () => {
  // Each test splits off one row of class i % 2.
  const depth = 40_000;
  const nodes: TreeModel["nodes"][number][] = [];
  const missing = { kind: "branch", to: 0 } as const;
  for (let i = 0; i < depth; i++) {
    const left = depth - i;
    const counts = [Math.ceil(left / 2), Math.floor(left / 2)];
    const test = { kind: "threshold", attribute: 0, threshold: i } as const;
    const branches = [2 * i + 1, 2 * i + 2];
    nodes.push({ weight: left, counts, label: 0, test, branches, missing, gain: 0 });
    nodes.push({ weight: 1, counts: i % 2 ? [0, 1] : [1, 0], label: i % 2 });
  }
  nodes.push({ weight: 0, counts: [1, 0], label: 0 });
  const model = { ...example, nodes };
  const sequence = pruningSequence(model);
  expect(sequence.rows.at(-1)).toMatchObject({ alpha: 0, error: 0 });
  expect(pruneAt(model, sequence, 1).nodes.length).toBe(1);
  expect(pruningSequence(model, { table: "rpart" }).rows[0].error).toBe(1);
});

it("pruningSequence is one row for a leaf alone, and for a root without error", () => {
  expect(pruningSequence(sketched([3, 1])).rows).toEqual([{ alpha: 0, splits: 0, error: 1 }]);
  expect(pruningSequence(sketched(split([3, 0], [2, 0]))).rows).toEqual([{ alpha: 0, splits: 0, error: 0 }]);
});

it("pruningSequence has one row for an alpha that rounding makes two", () => {
  // Weights of 1/3, as priors and losses give: 0.1 + 0.2 is not 0.3, so the lower split seems to save 5e-17 of an error.
  const model = sketched(split(split([0.9, 0.1], [0.9, 0.2]), [0, 2]));
  const [root, branch] = model.nodes;
  if (!("counts" in branch) || !("counts" in root)) throw new Error("no classes");
  (branch.counts as number[])[1] = 0.1 + 0.2 + 2 ** -53;
  const { rows } = pruningSequence(model);
  expect(rows.map(({ splits }) => splits)).toEqual([0, 1]);
  expect(rows.at(-1)!.alpha).toBe(0);
});

it("pruningSequence refuses rpart's table for tests with three branches", () => {
  const wide = sketched(split([3, 0], [2, 0], [0, 4]));
  expect(() => pruningSequence(wide, { table: "rpart" })).toThrow(/needs tests with two branches everywhere/);
});
