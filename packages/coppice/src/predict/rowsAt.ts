import { nodeAt } from "../model/nodePath.js";
import { isSplit, type TreeModel, type TreeNode } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { type Cells, cellsOf } from "./cells.js";
import { walk } from "./walk.js";

/** Rows at a node, ascending, and the share of each that is there: less than 1 where it goes down several branches. */
export interface RowsAt {
  readonly rows: Int32Array;
  readonly weights: Float64Array;
}

type Tree = Pick<TreeModel, "nodes" | "derived">;

/** The rows of a table that come to a node when the model predicts them. */
export function rowsAt(model: TreeModel, table: Table, node: string): RowsAt {
  const at = nodeAt(model, node);
  return rowsReaching(model, cellsOf(model, table).cells, table.rows, at);
}

/** The same for cells in the model's terms, and a node by its index. */
export function rowsReaching(model: Tree, cells: readonly Cells[], count: number, at: number): RowsAt {
  const way = wayTo(model, at);
  const rows = new Int32Array(count);
  const weights = new Float64Array(count);
  let n = 0;
  for (let row = 0; row < count; row++) {
    walk(way, cells, row, (leaf, share) => {
      if (leaf !== way.end) return;
      rows[n] = row;
      weights[n++] = share;
    });
  }
  return { rows: rows.slice(0, n), weights: weights.slice(0, n) };
}

/** The tests that lead to a node, with the node and all that is beside the way as leaves. Not in preorder: `walk` needs none. */
function wayTo({ nodes, derived }: Tree, at: number): Tree & { readonly end: number } {
  const way: TreeNode[] = [leafOf(nodes[0])];
  let end = 0;
  for (let node = nodes[0], index = 0; index !== at && isSplit(node); node = nodes[index]) {
    // In preorder, the last branch that does not begin after the node.
    const b = node.branches.findLastIndex((branch) => branch <= at);
    const first = way.length;
    way[end] = { ...node, branches: node.branches.map((_, i) => first + i) };
    way.push(...node.branches.map((branch) => leafOf(nodes[branch])));
    end = first + b;
    index = node.branches[b];
  }
  return { nodes: way, end, ...(derived && { derived }) };
}

function leafOf(node: TreeNode): TreeNode {
  return "counts" in node
    ? { weight: node.weight, counts: node.counts, label: node.label }
    : { weight: node.weight, value: node.value, error: node.error };
}
