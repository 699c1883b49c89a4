import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { isDeep } from "../../../test/kit/length.js";
import { mixedTable } from "../../../test/mixedTable.js";
import { random } from "../../base/random.js";
import type { TreeModel, TreeNode } from "../../model/tree.js";
import type { Column } from "../../table/column.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { nominal, numeric } from "../../testing/index.js";
import { entropy } from "../criterion/entropy.js";
import { gini } from "../criterion/gini.js";
import { fitTable } from "../fit.js";
import { RevisedTree } from "./revisedTree.js";
import { treeNodes } from "./treeNodes.js";

interface Choices {
  readonly criterion: "gini" | "entropy";
  readonly nominal: "oneHot" | "subset";
  readonly minLeaf: number;
  readonly maxDepth?: number;
}

const PLAIN: Choices = { criterion: "gini", nominal: "oneHot", minLeaf: 1 };

function batch(table: Table, rows: readonly number[], choices: Choices): readonly TreeNode[] {
  const options = { prune: "none", missing: "majority", ...choices };
  const request = { target: "y", learner: "cart", options } as const;
  return (fitTable(selectRows(table, rows), request) as TreeModel).nodes;
}

function startFor(table: Table, { criterion, nominal, minLeaf, maxDepth }: Choices): RevisedTree {
  return new RevisedTree(
    {
      criterion: criterion === "gini" ? gini : entropy,
      minSplit: Math.max(2, 2 * minLeaf),
      minLeaf,
      maxDepth: maxDepth ?? Number.POSITIVE_INFINITY,
      tolerance: 1e-10,
      kinds: table.columns.slice(0, -1).map(({ type }) => type as "numeric" | "ordered" | "nominal"),
      nominal,
    },
    levelsOf(table.columns.at(-1)!),
  );
}

const cellOf = (column: Column, row: number) =>
  column.type === "numeric" ? column.values[row] : column.codes[row] < 0 ? Number.NaN : column.codes[row];

/** The row's number in the tree. */
const added = (tree: RevisedTree, table: Table, row: number) => {
  const cells = table.columns.map((column) => cellOf(column, row));
  return tree.add(cells.slice(0, -1), cells.at(-1)!);
};

const levelsOf = (column: Column) => (column.type === "numeric" ? 0 : column.levels.length);

const nodesOf = (tree: RevisedTree, table: Table) => treeNodes(tree.root, table.columns.map(levelsOf));

/** Adds and removes rows in a random order, and compares with the tree of the whole table after each. */
function revise(table: Table, seed: number, choices: Choices, removals: number): void {
  const rng = random(seed);
  const tree = startFor(table, choices);
  const inside = new Map<number, number>();
  const outside = [...Array(table.rows).keys()];
  while (outside.length > 0) {
    const removes = inside.size > 1 && rng.uniform() < removals;
    if (removes) {
      const row = [...inside.keys()][rng.below(inside.size)];
      tree.remove(inside.get(row)!);
      inside.delete(row);
    } else {
      const [row] = outside.splice(rng.below(outside.length), 1);
      inside.set(row, added(tree, table, row));
    }
    tree.settle();
    expect(nodesOf(tree, table)).toEqual(batch(table, [...inside.keys()], choices));
  }
}

const choicesOf = fc.record({
  criterion: fc.constantFrom("gini", "entropy" as const),
  nominal: fc.constantFrom("oneHot", "subset" as const),
  minLeaf: fc.constantFrom(1, 1, 3),
  maxDepth: fc.constantFrom(undefined, 2, 4),
}) as fc.Arbitrary<Choices>;

it("a revised tree is the tree of the rows it has, after every row that is added or removed", () => {
  fc.assert(
    fc.property(
      ...[fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 60 })],
      ...[fc.constantFrom(0, 0.1, 0.4), fc.constantFrom(0, 0.3), choicesOf],
      (seed, rows, missing, removals, choices) => {
        const { maxDepth, ...rest } = choices;
        const table = mixedTable({ rows, seed, target: "classes", missing });
        revise(table, seed, maxDepth === undefined ? rest : choices, removals);
      },
    ),
    draws(60),
  );
}, 120_000);

it.each([
  { missing: 0, values: 1e9, choices: PLAIN },
  { missing: 0.02, values: 200, choices: PLAIN },
  { missing: 0.01, values: 1e9, choices: { ...PLAIN, criterion: "entropy" as const, minLeaf: 4 } },
])(
  "a revised tree is the tree of the rows it has where their class is noise: %o",
  ({ missing, values, choices }) => {
    const rng = random(8);
    const rows = isDeep ? 2400 : 960;
    const cell = () => (rng.uniform() < missing ? Number.NaN : Math.floor(rng.uniform() * values));
    const columns = [..."abcd"].map((name) => numeric(name, Array.from({ length: rows }, cell)));
    const codes = Array.from({ length: rows }, () => (rng.uniform() < 0.2 ? 1 : 0));
    const table = makeTable([...columns, nominal("y", ["n", "y"], codes)]);
    const tree = startFor(table, choices);
    const inside: number[] = [];
    for (let row = 0; row < rows; row++) {
      expect(added(tree, table, row)).toBe(row);
      inside.push(row);
      if (row % 3 === 2) tree.remove(inside.splice(rng.below(inside.length), 1)[0]);
      tree.settle();
      if ((row + 1) % (rows / 40) === 0) expect(nodesOf(tree, table)).toEqual(batch(table, inside, choices));
    }
  },
  120_000,
);

it("a revised tree is the tree of the rows it has where lists have many blocks", () => {
  const table = mixedTable({ rows: isDeep ? 1500 : 600, seed: 3, target: "classes", missing: 0.02 });
  const tree = startFor(table, PLAIN);
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    added(tree, table, row);
    tree.settle();
    rows.push(row);
    if (row % 50 === 49) expect(nodesOf(tree, table)).toEqual(batch(table, rows, PLAIN));
  }
}, 120_000);
