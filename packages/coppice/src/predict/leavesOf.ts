import type { EnsembleModel } from "../model/ensemble.js";
import { goesLeft, LEAF, type PackedTrees } from "../model/packed.js";
import type { TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { type Cells, cellsOf } from "./cells.js";
import { compileTree, landing } from "./compile.js";

/** For each tree of an ensemble, the node that each row comes to, or SHARED where it goes down several branches. */
export function* leavesOf(ensemble: EnsembleModel, table: Table): Generator<Int32Array> {
  const { members, attributes } = ensemble;
  if (members.kind === "packed") {
    const { cells } = cellsOf(ensemble, table);
    const levels = attributes.map((attribute) => attribute.levels?.length ?? 0);
    for (let tree = 0; tree + 1 < members.trees.starts.length; tree++) {
      yield Int32Array.from({ length: table.rows }, (_, row) =>
        leafIn(members.trees, tree, levels, cells, row),
      );
    }
    return;
  }
  for (const model of members.models) yield treeLeaves(model, table);
}

/** The node that each row comes to in a tree, or SHARED. */
export function treeLeaves(model: TreeModel, table: Table): Int32Array {
  const { cells } = cellsOf(model, table);
  const tree = compileTree(model);
  return Int32Array.from({ length: table.rows }, (_, row) => landing(tree, cells, row));
}

function leafIn(
  trees: PackedTrees,
  tree: number,
  levels: readonly number[],
  cells: readonly Cells[],
  row: number,
): number {
  let node = trees.starts[tree];
  for (let a = trees.attribute[node]; a !== LEAF; a = trees.attribute[node]) {
    node += goesLeft(trees, node, cells[a][row], levels[a]) ? 1 : trees.skip[node];
  }
  return node - trees.starts[tree];
}
