import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../test/kit/draws.js";
import { type Random, random } from "../base/random.js";
import type { Test } from "../model/test.js";
import type { MissingRule, TreeModel, TreeNode } from "../model/tree.js";
import type { Column } from "../table/column.js";
import type { ColumnSchema } from "../table/schema.js";
import { makeTable, type Table } from "../table/table.js";
import { randomTree } from "../testing/randomTree.js";
import { bind } from "./bind.js";
import { compileTree, landing, SHARED } from "./compile.js";
import { type ClassPrediction, predictTable, type ValuePrediction } from "./predictTable.js";
import { walk } from "./walk.js";

const ATTRIBUTES: readonly ColumnSchema[] = [
  { name: "x", type: "numeric" },
  { name: "colour", type: "nominal", levels: ["blue", "green", "red"] },
  { name: "size", type: "ordered", levels: ["s", "m", "l", "xl"] },
];

function treeOf(task: TreeModel["task"], nodes: readonly TreeNode[]): TreeModel {
  const target: ColumnSchema =
    task === "classification"
      ? { name: "y", type: "nominal", levels: ["no", "yes"] }
      : { name: "y", type: "numeric" };
  return {
    format: "coppice-tree",
    version: 2,
    learner: "cart",
    options: {},
    task,
    target,
    attributes: ATTRIBUTES,
    training: { rows: 10, weight: 10, seed: 0 },
    nodes,
  };
}

const leaf = (no: number, yes: number, label = no >= yes ? 0 : 1): TreeNode => ({
  weight: no + yes,
  counts: [no, yes],
  label,
});

function tableOf(x: number[], colour: number[], size: number[]): Table {
  return makeTable([
    { type: "numeric", name: "x", values: Float64Array.from(x) },
    { type: "nominal", name: "colour", levels: ["blue", "green", "red"], codes: Int32Array.from(colour) },
    { type: "ordered", name: "size", levels: ["s", "m", "l", "xl"], codes: Int32Array.from(size) },
  ]);
}

function stump(test: Test, branches: readonly TreeNode[], missing: MissingRule): TreeModel {
  const root = { ...leaf(5, 5), test, branches: branches.map((_, i) => i + 1), missing, gain: 1 };
  return treeOf("classification", [root, ...branches]);
}

describe("predict, by hand", () => {
  const threshold: Test = { kind: "threshold", attribute: 0, threshold: 2 };

  it("gives the leaf's label and its class shares; the threshold itself goes left", () => {
    const model = stump(threshold, [leaf(3, 1), leaf(1, 4)], { kind: "branch", to: 1 });
    const answer = predictTable(model, tableOf([2, 2.5], [0, 0], [0, 0])) as ClassPrediction;
    expect([...answer.labels]).toEqual([0, 1]);
    expect([...answer.probabilities]).toEqual([0.75, 0.25, 0.2, 0.8]); // 3/4, 1/4, 1/5, 4/5
  });

  it("keeps a leaf's own label when it is not the most probable class (costs, ties)", () => {
    const model = stump(threshold, [leaf(3, 1, 1), leaf(0, 1)], { kind: "share", shares: [1, 0] });
    // Row 0 by a known cell, row 1 by a share of 1 that only one leaf takes.
    const answer = predictTable(model, tableOf([1, Number.NaN], [0, 0], [0, 0])) as ClassPrediction;
    expect([...answer.labels]).toEqual([1, 1]);
    expect([...answer.probabilities]).toEqual([0.75, 0.25, 0.75, 0.25]);
  });

  it("divides a row with a missing value over the branches", () => {
    const model = stump(threshold, [leaf(3, 1), leaf(1, 4)], { kind: "share", shares: [0.25, 0.75] });
    const answer = predictTable(model, tableOf([Number.NaN], [0], [0])) as ClassPrediction;
    // no: 1/4·3/4 + 3/4·1/5 = 0.1875 + 0.15 = 0.3375
    expect(answer.probabilities[0]).toBeCloseTo(0.3375, 14);
    expect(answer.probabilities[1]).toBeCloseTo(0.6625, 14);
    expect([...answer.labels]).toEqual([1]);
  });

  it("gives a tie of shared leaves to the lowest class, despite rounding", () => {
    // no: 0.1·6/8 + 0.2·3/7 + 0.3·3/4 + 0.4·2/7 = 0.3 + 1.4/7 = 1/2; in doubles it comes out one bit below yes.
    const model = stump(
      { kind: "intervals", attribute: 0, edges: [0, 1, 2] },
      [leaf(6, 2), leaf(3, 4), leaf(3, 1), leaf(2, 5)],
      { kind: "share", shares: [0.1, 0.2, 0.3, 0.4] },
    );
    const answer = predictTable(model, tableOf([Number.NaN], [0], [0])) as ClassPrediction;
    expect(answer.probabilities[0]).toBeLessThan(answer.probabilities[1]);
    expect([...answer.labels]).toEqual([0]);
  });

  it("sends an unseen level where missing values go", () => {
    const subset: Test = { kind: "subset", attribute: 1, left: [0], right: [1] };
    const model = stump(subset, [leaf(1, 0), leaf(0, 1)], { kind: "branch", to: 1 });
    const answer = predictTable(model, tableOf([0, 0, 0, 0], [0, 1, 2, -1], [0, 0, 0, 0])) as ClassPrediction;
    expect([...answer.labels]).toEqual([0, 1, 1, 1]);
  });

  it("follows a branch for missing values only", () => {
    const branches = [leaf(1, 0), leaf(1, 0), leaf(1, 0), leaf(0, 1)];
    const model = stump({ kind: "levels", attribute: 1 }, branches, { kind: "branch", to: 3 });
    const answer = predictTable(model, tableOf([0, 0], [2, -1], [0, 0])) as ClassPrediction;
    expect([...answer.labels]).toEqual([0, 1]);
  });

  it("averages values over shares", () => {
    const root = { weight: 4, value: 0, error: 0 };
    const model = treeOf("regression", [
      {
        ...root,
        test: threshold,
        branches: [1, 2],
        missing: { kind: "share", shares: [0.25, 0.75] },
        gain: 1,
      },
      { weight: 1, value: 8, error: 0 },
      { weight: 3, value: 4, error: 0 },
    ]);
    const answer = predictTable(model, tableOf([0, 3, Number.NaN], [0, 0, 0], [0, 0, 0])) as ValuePrediction;
    expect([...answer.values]).toEqual([8, 4, 5]); // 8/4 + 4·3/4
  });

  it("passes on the warnings of binding", () => {
    const model = stump(threshold, [leaf(3, 1), leaf(1, 4)], { kind: "branch", to: 1 });
    const table = tableOf([1], [0], [0]);
    const odd: Column = { type: "nominal", name: "colour", levels: ["mauve"], codes: Int32Array.of(0) };
    const columns = table.columns.map((column) => (column.name === "colour" ? odd : column));
    expect(predictTable(model, makeTable(columns)).warnings.map((w) => w.code)).toEqual(["UNSEEN_LEVELS"]);
  });
});

function compiled(rng: Random): TreeModel {
  const model = randomTree(rng, {
    attributes: ATTRIBUTES,
    missing: ["branch", "share", "surrogates", "own"],
  });
  const each = { kind: "eachValue", attribute: 1, cells: [0, 1, 2], shares: [0.5, 0.25, 0.25] } as const;
  return rng.below(2) === 0 ? model : { ...model, derived: [each] };
}

function randomTable(rng: Random, rows: number): Table {
  const fill = (cell: () => number) => Array.from({ length: rows }, cell);
  return tableOf(
    fill(() => (rng.below(5) === 0 ? Number.NaN : rng.below(19) / 2 - 4.5)),
    fill(() => rng.below(4) - 1),
    fill(() => rng.below(5) - 1),
  );
}

describe("the compiled tree", () => {
  it("lands every row where the plain walk lands it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const rng = random(seed);
        const model = compiled(rng);
        const table = randomTable(rng, 40);
        const { cells } = bind(model.attributes, table);
        // Half of the trees have no branch tables.
        const tree = seed % 2 === 0 ? compileTree(model) : compileTree(model, 6);
        for (let row = 0; row < table.rows; row++) {
          const leaves: number[] = [];
          let total = 0;
          walk(model, cells, row, (at, share) => {
            leaves.push(at);
            total += share;
          });
          expect(total).toBeCloseTo(1, 12);
          expect(leaves).toEqual([...leaves].sort((a, b) => a - b));
          const landed = landing(tree, cells, row);
          if (landed === SHARED) expect(total).toBeCloseTo(1, 12);
          else expect(leaves).toEqual([landed]);
          if (leaves.length > 1) expect(landed).toBe(SHARED);
        }
      }),
      draws(300),
    );
  });

  it("gives probabilities that sum to 1, and the walk's own answers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const rng = random(seed);
        const model = compiled(rng);
        const table = randomTable(rng, 30);
        const { cells } = bind(model.attributes, table);
        const answer = predictTable(model, table) as ClassPrediction;
        for (let row = 0; row < table.rows; row++) {
          let yes = 0;
          walk(model, cells, row, (at, share) => {
            const { counts } = model.nodes[at] as { counts: readonly number[] };
            yes += (share * counts[1]) / (counts[0] + counts[1]);
          });
          const [p, q] = answer.probabilities.subarray(2 * row, 2 * row + 2);
          expect(q).toBeCloseTo(yes, 12);
          expect(p + q).toBeCloseTo(1, 12);
        }
      }),
      draws(100),
    );
  });

  it("reaches the leaf of a chain of 50,000 nodes", () => {
    const nodes: TreeNode[] = [];
    const deep = 50_000;
    for (let i = 0; i < deep; i++) {
      const test: Test = { kind: "threshold", attribute: 0, threshold: i };
      const missing: MissingRule = { kind: "share", shares: [0, 1] };
      nodes.push({ ...leaf(1, 1), test, branches: [2 * i + 1, 2 * i + 2], missing, gain: 0 });
      nodes.push(leaf(1, 0));
    }
    nodes.push(leaf(0, 1));
    const answer = predictTable(
      treeOf("classification", nodes),
      tableOf([deep, Number.NaN, 7], [0, 0, 0], [0, 0, 0]),
    );
    expect([...(answer as ClassPrediction).labels]).toEqual([1, 1, 0]);
  });
});
