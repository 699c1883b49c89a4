import type { TreeModel } from "../model/tree.js";
import type { Cells } from "./bind.js";
import { leastRisk } from "./combine.js";
import type { CompiledTree } from "./compile.js";
import { isPlain } from "./follow.js";
import type { ClassPrediction } from "./prediction.js";
import { sendRows } from "./sendRows.js";
import type { FillShared, LeafClasses } from "./treeAnswers.js";

/** With fewer rows than this, one after the other takes no longer. */
const FEW_ROWS = 16;

/** The rows to send, and where they are sent. */
interface Sent {
  readonly tree: CompiledTree;
  readonly cells: readonly Cells[];
  readonly rows: Int32Array;
}

/**
 * What several leaves say of rows that they share, for all such rows together: the operations of treeAnswers.ts in their order.
 * Undefined for trees that only `walk` can follow.
 */
export function sharedAnswers(
  model: TreeModel,
  treeOf: () => CompiledTree,
  leaves: LeafClasses | Float64Array,
): FillShared | undefined {
  if (!isPlain(model)) return undefined;
  const loss = model.costs?.loss;
  return (answers, landed, cells) => {
    const rows = rowsWithout(landed);
    if (rows.length < FEW_ROWS) return false;
    const sent = { tree: treeOf(), cells, rows };
    if (answers.kind === "regression") fillValues(answers.values, leaves as Float64Array, sent);
    else fillClasses(answers, leaves as LeafClasses, loss, sent);
    return true;
  };
}

function rowsWithout(landed: Int32Array): Int32Array {
  const rows = new Int32Array(landed.length);
  let count = 0;
  for (let row = 0; row < landed.length; row++) if (landed[row] < 0) rows[count++] = row;
  return rows.subarray(0, count);
}

function fillClasses(
  { labels, probabilities }: Pick<ClassPrediction, "labels" | "probabilities">,
  leaves: LeafClasses,
  loss: Parameters<typeof leastRisk>[3],
  { tree, cells, rows }: Sent,
): void {
  const classes = probabilities.length / labels.length;
  const totals = new Float64Array(labels.length);
  const visits = new Int32Array(labels.length);
  sendRows(tree, cells, rows, (leaf, reached, shares, from, to) => {
    const [label, at] = [leaves.labels[leaf], leaf * classes];
    for (let i = from; i < to; i++) {
      const row = reached[i];
      const share = shares[i];
      visits[row]++;
      totals[row] += share;
      labels[row] = label;
      for (let k = 0; k < classes; k++)
        probabilities[row * classes + k] += share * leaves.probabilities[at + k];
    }
  });
  for (const row of rows) {
    for (let k = row * classes; k < (row + 1) * classes; k++) probabilities[k] /= totals[row];
    if (visits[row] !== 1) labels[row] = leastRisk(probabilities, row, classes, loss);
  }
}

function fillValues(values: Float64Array, leafValues: Float64Array, { tree, cells, rows }: Sent): void {
  const totals = new Float64Array(values.length);
  sendRows(tree, cells, rows, (leaf, reached, shares, from, to) => {
    for (let i = from; i < to; i++) {
      values[reached[i]] += shares[i] * leafValues[leaf];
      totals[reached[i]] += shares[i];
    }
  });
  for (const row of rows) values[row] /= totals[row];
}
