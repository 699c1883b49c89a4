import { classRisk, rowRisk } from "../../model/risk.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { cutAt } from "./cutAt.js";
import { areLanded, type HeldOutRows, landBlocks } from "./landedRows.js";

/**
 * Reduced-error pruning (A 9.3; Quinlan 1987): from the leaves up, a subtree that makes no fewer errors on the pruning rows
 * than a leaf in its place is replaced by that leaf, as is one that no pruning row reaches.
 */
export function reducedError(model: TreeModel, rows: HeldOutRows): TreeModel {
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
function classErrors(model: TreeModel, rows: HeldOutRows): Float64Array {
  // Classes that the model does not know come last, as a single class.
  const classes = model.target.levels!.length + 1;
  const counts = new Float64Array(model.nodes.length * classes);
  const add = (leaf: number, truth: number, weight: number) => {
    counts[leaf * classes + Math.min(truth, classes - 1)] += weight;
  };
  addLeaves(model, rows, add);
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

function valueErrors(model: TreeModel, rows: HeldOutRows): Float64Array {
  const errors = new Float64Array(model.nodes.length);
  const { parent } = parentsOf(model);
  addLeaves(model, rows, (leaf, truth, weight) => {
    for (let i = leaf; i >= 0; i = parent[i]) errors[i] += weight * rowRisk(model.nodes[i], truth, model);
  });
  return errors;
}

/** Adds what comes to each leaf: rows that come to several first, then the others by leaf and target. */
function addLeaves(
  model: TreeModel,
  rows: HeldOutRows,
  add: (leaf: number, truth: number, weight: number) => void,
): void {
  const landed = areLanded(rows)
    ? rows
    : landBlocks(model, rows, (leaves, { truth, weights }, row) => {
        for (const [leaf, share] of leaves) add(leaf, truth[row], share * weights[row]);
      });
  for (let i = 0; i < landed.leaf.length; i++) add(landed.leaf[i], landed.truth[i], landed.weights[i]);
}
