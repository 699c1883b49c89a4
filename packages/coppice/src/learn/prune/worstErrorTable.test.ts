import fc from "fast-check";
import { expect, it } from "vitest";
import { sizeOf } from "../../model/tree.js";
import { friedman1 } from "../../synthetic/index.js";
import { makeTable } from "../../table/table.js";
import { numeric } from "../../testing/index.js";
import { fitTable } from "../fit.js";
import { prune } from "./prune.js";

const tableOf = (x: readonly number[], y: readonly number[]) => makeTable([numeric("x", x), numeric("y", y)]);
const stump = (options = {}) =>
  fitTable(tableOf([1, 2, 3, 4], [0, 4, 20, 24]), {
    target: "y",
    learner: "cart",
    options: { criterion: "worstError", prune: "none", maxDepth: 1, ...options },
  });
const heldOut = (model: ReturnType<typeof stump>, x: readonly number[], y: readonly number[]) =>
  prune(model, { by: "costComplexity", options: { chooseBy: "holdOut" }, table: tableOf(x, y) }).pruning;

it("the table of worstError has both errors in one unit: the greatest error of a row's leaf, that row included", () => {
  // The root predicts 12 and is off by 12; its branches predict 2 and 22 and are off by 2.
  const [root, split] = heldOut(stump(), [1, 1.5, 4], [1, 7, 22])!;
  expect([root.splits, root.error]).toEqual([0, 1]);
  // Misses 11, 5, 10 of the root are within its 12: the mean is 12 of 12.
  expect(root.crossError).toBe(1);
  expect(root.crossStd).toBe(0);
  // Misses 1, 5, 0 of the branches: max(2, 1) + max(2, 5) + max(2, 0) = 9 of 3 × 12.
  expect([split.splits, split.error]).toEqual([1, 2 / 12]);
  expect(split.crossError).toBeCloseTo(9 / 36, 12);
});

it("the table of worstError counts misses alone where leaves state mean errors", () => {
  const model = stump({ criterion: "absoluteError", leaf: "median" });
  const [root] = heldOut(model, [1, 4], [3, 4])!;
  const node = model.nodes[0];
  if (!("value" in node)) throw new Error("a regression tree");
  expect(model.leafError).toBe("absolute");
  const mean = (Math.abs(node.value - 3) + Math.abs(node.value - 4)) / 2;
  expect(root.crossError).toBeCloseTo(mean / node.error, 12);
});

it("the table of worstError never has a held-out error below the training error of the same tree", () => {
  const value = fc.integer({ min: -50, max: 50 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (y) => {
      const x = y.map((_, i) => 1 + (i % 4));
      // Every leaf is reached by as large a share of the held-out rows as of the training rows.
      const fair = x.length - (x.length % 4);
      fc.pre(fair > 0);
      for (const row of heldOut(stump(), x.slice(0, fair), y.slice(0, fair))!)
        expect(row.crossError!).toBeGreaterThanOrEqual(row.error - 1e-12);
    }),
  );
});

it("the table of worstError is 1 at the root by cross-validation too, but for folds that lack the extreme rows", () => {
  const model = fitTable(friedman1({ rows: 200, seed: 5 }), {
    target: "y",
    learner: "cart",
    options: { criterion: "worstError" },
  });
  expect(model.pruning![0].crossError).toBeCloseTo(1, 1);
  expect(sizeOf(model).leaves).toBeGreaterThan(1);
});

it("the table of worstError mixes the errors of several leaves by their shares", () => {
  const model = stump({ missing: "share" });
  // Half the row in each leaf: the mixed prediction is 12, the mixed error 2, and the miss 3.
  const [, split] = heldOut(model, [Number.NaN], [15])!;
  expect(split.crossError).toBeCloseTo(3 / 12, 12);
  expect(heldOut(model, [Number.NaN], [12])![1].crossError).toBeCloseTo(2 / 12, 12);
});
