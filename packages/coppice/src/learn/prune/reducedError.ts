import { classRisk, rowRisk } from "../../model/risk.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { walk } from "../../predict/walk.js";
import { cutAt } from "./cutAt.js";
import type { PruneRows } from "./rows.js";

/**
 * Reduced-error pruning (A 9.3; Quinlan 1987): from the leaves up, a subtree that makes no fewer errors on the pruning rows
 * than a leaf in its place is replaced by that leaf, as is one that no pruning row reaches.
 */
export function reducedError(model: TreeModel, rows: Iterable<PruneRows>): TreeModel {
  const asLeaf = model.task === "classification" ? classErrors(model, rows) : valueErrors(model, rows);
  const slack = 1e-9 * asLeaf[0];
  const best = Float64Array.from(asLeaf);
  const cut: number[] = [];
  for (let i = model.nodes.length - 1; i >= 0; i--) {
    const node = model.nodes[i];
    if (!isSplit(node)) continue;
    const below = node.branches.reduce((sum, branch) => sum + best[branch], 0);
    if (asLeaf[i] <= below + slack) cut.push(i);
    else best[i] = below;
  }
  return cutAt(model, cut);
}

/** The loss of every node as a leaf, on the rows that reach it. */
function classErrors(model: TreeModel, blocks: Iterable<PruneRows>): Float64Array {
  // Classes that the model does not know come last, as a single class.
  const classes = model.target.levels!.length + 1;
  const counts = new Float64Array(model.nodes.length * classes);
  for (const { rows, cells, truth, weights } of blocks) {
    for (let row = 0; row < rows; row++) {
      const k = Math.min(truth[row], classes - 1);
      walk(model, cells, row, (leaf, share) => {
        counts[leaf * classes + k] += share * weights[row];
      });
    }
  }
  const { parent } = parentsOf(model);
  for (let i = model.nodes.length - 1; i > 0; i--) {
    for (let k = 0; k < classes; k++) counts[parent[i] * classes + k] += counts[i * classes + k];
  }
  return Float64Array.from(model.nodes, (node, i) => {
    if (!("counts" in node)) return 0;
    let sum = 0;
    for (let k = 0; k < classes; k++) sum += counts[i * classes + k] * classRisk(node.label, k, model);
    return sum;
  });
}

function valueErrors(model: TreeModel, blocks: Iterable<PruneRows>): Float64Array {
  const errors = new Float64Array(model.nodes.length);
  const { parent } = parentsOf(model);
  for (const { rows, cells, truth, weights } of blocks) {
    for (let row = 0; row < rows; row++) {
      walk(model, cells, row, (leaf, share) => {
        for (let i = leaf; i >= 0; i = parent[i]) {
          errors[i] += share * weights[row] * rowRisk(model.nodes[i], truth[row], model);
        }
      });
    }
  }
  return errors;
}
