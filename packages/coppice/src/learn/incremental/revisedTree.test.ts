import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, isDeep, mixedTable, nominal, numeric } from "../../../test/kit/index.js";
import { type Random, random } from "../../base/random.js";
import type { TreeModel, TreeNode } from "../../model/tree.js";
import type { Column } from "../../table/column.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { entropy } from "../criterion/entropy.js";
import { gini } from "../criterion/gini.js";
import { fitTable } from "../fit.js";
import { RevisedTree } from "./revisedTree.js";
import { treeNodes } from "./treeNodes.js";

interface Choices {
  readonly criterion: "gini" | "entropy";
  readonly nominal: "oneHot" | "subset";
  readonly minLeaf: number;
  readonly maxDepth?: number | undefined;
}

const PLAIN: Choices = { criterion: "gini", nominal: "oneHot", minLeaf: 1 };

function batch(table: Table, rows: readonly number[], choices: Choices): readonly TreeNode[] {
  const { maxDepth, ...others } = choices;
  const options = {
    prune: "none",
    missing: "majority",
    ...others,
    ...(maxDepth !== undefined && { maxDepth }),
  };
  const request = { target: "y", learner: "cart", options } as const;
  return (fitTable(selectRows(table, rows), request) as TreeModel).nodes;
}

const cellOf = (column: Column, row: number) =>
  column.type === "numeric" ? column.values[row] : column.codes[row] < 0 ? Number.NaN : column.codes[row];
const levelsOf = (column: Column) => (column.type === "numeric" ? 0 : column.levels.length);

/** A tree of some rows of the table, which `check` compares with that of the ordinary learner. */
function treeFor(table: Table, choices: Choices) {
  const { criterion, nominal, minLeaf, maxDepth = Number.POSITIVE_INFINITY } = choices;
  const kinds = table.columns.map(({ type }) => type as "numeric" | "ordered" | "nominal").slice(0, -1);
  const rules = {
    ...{ criterion: criterion === "gini" ? gini : entropy, minSplit: Math.max(2, 2 * minLeaf), minLeaf },
    ...{ maxDepth, tolerance: 1e-10, kinds, nominal },
  };
  const tree = new RevisedTree(rules, levelsOf(table.columns.at(-1)!));
  /** By row: its number in the tree. */
  const inside = new Map<number, number>();
  return {
    add(row: number) {
      const cells = table.columns.map((column) => cellOf(column, row));
      inside.set(row, tree.add(cells.slice(0, -1), cells.at(-1)!));
      return inside.get(row);
    },
    removeOne(rng: Random) {
      const row = [...inside.keys()][rng.below(inside.size)];
      tree.remove(inside.get(row)!);
      inside.delete(row);
    },
    rows: () => inside.size,
    settle: () => tree.settle(),
    check() {
      const nodes = treeNodes(tree.root, table.columns.map(levelsOf));
      expect(nodes).toEqual(batch(table, [...inside.keys()], choices));
    },
  };
}

const choicesOf = fc.record({
  criterion: fc.constantFrom("gini" as const, "entropy" as const),
  nominal: fc.constantFrom("oneHot" as const, "subset" as const),
  minLeaf: fc.constantFrom(1, 1, 3),
  maxDepth: fc.constantFrom(undefined, 2, 4),
});

it("a revised tree is the tree of the rows it has, after every row that is added or removed", () => {
  const shapes = fc.record({
    ...{ rows: fc.integer({ min: 2, max: 60 }), seed: fc.nat(1e6), missing: fc.constantFrom(0, 0.1, 0.4) },
  });
  forAll(60, [shapes, fc.constantFrom(0, 0.3), choicesOf], ({ rows, seed, missing }, removals, choices) => {
    const table = mixedTable({ rows, seed, target: "classes", missing });
    const rng = random(seed);
    const tree = treeFor(table, choices);
    const outside = [...Array(rows).keys()];
    while (outside.length > 0) {
      if (tree.rows() > 1 && rng.uniform() < removals) tree.removeOne(rng);
      else tree.add(outside.splice(rng.below(outside.length), 1)[0]);
      tree.settle();
      tree.check();
    }
  });
});

it.each([
  { missing: 0, values: 1e9, choices: PLAIN },
  { missing: 0.02, values: 200, choices: PLAIN },
  { missing: 0.01, values: 1e9, choices: { ...PLAIN, criterion: "entropy" as const, minLeaf: 4 } },
])("a revised tree is that of its rows where their class is noise: %o", ({ missing, values, choices }) => {
  const rng = random(8);
  const rows = isDeep ? 2400 : 720;
  const cell = () => (rng.uniform() < missing ? Number.NaN : Math.floor(rng.uniform() * values));
  const columns = [..."abcd"].map((name) => numeric(name, Array.from({ length: rows }, cell)));
  const codes = Array.from({ length: rows }, () => (rng.uniform() < 0.2 ? 1 : 0));
  const tree = treeFor(makeTable([...columns, nominal("y", ["n", "y"], codes)]), choices);
  for (let row = 0; row < rows; row++) {
    expect(tree.add(row)).toBe(row);
    if (row % 3 === 2) tree.removeOne(rng);
    tree.settle();
    if ((row + 1) % (rows / 20) === 0) tree.check();
  }
});

it("a revised tree is the tree of the rows it has where lists have many blocks", () => {
  const rows = isDeep ? 1500 : 600;
  const tree = treeFor(mixedTable({ rows, seed: 3, target: "classes", missing: 0.02 }), PLAIN);
  for (let row = 0; row < rows; row++) {
    tree.add(row);
    tree.settle();
    if (row % 50 === 49) tree.check();
  }
});
