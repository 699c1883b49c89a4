import type { TreeModel } from "../model/tree.js";
import { parentsOf } from "../model/walk.js";
import type { Table } from "../table/table.js";
import { cellsOf } from "./cells.js";
import { truthOf } from "./truth.js";
import { walk } from "./walk.js";

/** Rows of a table at each node of a tree, and how wrong the node's own answer is for them. */
export interface NodeCounts {
  /** The weight of the rows that come to the node. */
  readonly weights: Float64Array;
  /** The weight of those whose class is another than the node's, or the sum of their squared differences from its value. */
  readonly losses: Float64Array;
}

/** Sends the rows of a table down a tree, those whose target is known: validation rows beside the training rows of the nodes. */
export function nodeCounts(model: TreeModel, table: Table): NodeCounts {
  const { nodes } = model;
  const { parent } = parentsOf(model);
  const { cells } = cellsOf(model, table);
  const truth = truthOf(model.target, table);
  const weights = new Float64Array(nodes.length);
  const losses = new Float64Array(nodes.length);
  for (let row = 0; row < table.rows; row++) {
    const y = truth.kind === "classification" ? truth.codes[row] : truth.values[row];
    if (truth.kind === "classification" ? y < 0 : Number.isNaN(y)) continue;
    walk(model, cells, row, (leaf, share) => {
      for (let at = leaf; at >= 0; at = parent[at]) {
        const node = nodes[at];
        weights[at] += share;
        losses[at] += share * ("counts" in node ? (node.label === y ? 0 : 1) : (node.value - y) ** 2);
      }
    });
  }
  return { weights, losses };
}
