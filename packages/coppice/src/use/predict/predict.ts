import { isSplit, type TreeModel } from "../../model/tree.js";
import type { Table, Warning } from "../../table/table.js";
import { bind, type Cells } from "./bind.js";
import { type CompiledTree, compileTree, landing, SHARED } from "./compile.js";
import { walk } from "./walk.js";

export interface ClassPrediction {
  readonly kind: "classification";
  /** A class per row: an index into the target's levels. */
  readonly labels: Int32Array;
  /** rows x classes, one row after the other; each row sums to 1. */
  readonly probabilities: Float64Array;
  readonly warnings: readonly Warning[];
}

export interface ValuePrediction {
  readonly kind: "regression";
  readonly values: Float64Array;
  readonly warnings: readonly Warning[];
}

export type Prediction = ClassPrediction | ValuePrediction;

export function predict(model: TreeModel, table: Table): Prediction {
  const { cells, warnings } = bind(model.attributes, table);
  const tree = compileTree(model);
  return model.task === "classification"
    ? { kind: "classification", ...predictClasses(model, tree, cells, table.rows), warnings }
    : { kind: "regression", values: predictValues(model, tree, cells, table.rows), warnings };
}

function predictClasses(model: TreeModel, tree: CompiledTree, cells: readonly Cells[], rows: number) {
  const classes = model.target.levels!.length;
  const { labels: leafLabels, probabilities: leafProbabilities } = classAnswers(model, classes);
  const labels = new Int32Array(rows);
  const probabilities = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row++) {
    const at = row * classes;
    const leaf = landing(tree, cells, row);
    if (leaf !== SHARED) {
      labels[row] = leafLabels[leaf];
      for (let k = 0; k < classes; k++) probabilities[at + k] = leafProbabilities[leaf * classes + k];
      continue;
    }
    let leaves = 0;
    let total = 0;
    let only = 0;
    walk(model, cells, row, (reached, share) => {
      leaves++;
      total += share;
      only = reached;
      for (let k = 0; k < classes; k++) {
        probabilities[at + k] += share * leafProbabilities[reached * classes + k];
      }
    });
    // The shares sum to 1 up to rounding; dividing by their sum makes the probabilities sum to 1 again.
    for (let k = 0; k < classes; k++) probabilities[at + k] /= total;
    labels[row] = leaves === 1 ? leafLabels[only] : likeliest(probabilities, at, classes);
  }
  return { labels, probabilities };
}

function predictValues(
  model: TreeModel,
  tree: CompiledTree,
  cells: readonly Cells[],
  rows: number,
): Float64Array {
  const answers = Float64Array.from(model.nodes, (node) => ("value" in node ? node.value : Number.NaN));
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const leaf = landing(tree, cells, row);
    if (leaf !== SHARED) {
      values[row] = answers[leaf];
      continue;
    }
    let sum = 0;
    let total = 0;
    walk(model, cells, row, (reached, share) => {
      sum += share * answers[reached];
      total += share;
    });
    values[row] = sum / total;
  }
  return values;
}

/** Each leaf's label and class probabilities, nodes x classes; the rows of split nodes stay zero. */
function classAnswers(model: TreeModel, classes: number) {
  const labels = new Int32Array(model.nodes.length);
  const probabilities = new Float64Array(model.nodes.length * classes);
  model.nodes.forEach((node, i) => {
    if (isSplit(node) || !("counts" in node)) return;
    labels[i] = node.label;
    const sum = node.counts.reduce((total, count) => total + count, 0);
    node.counts.forEach((count, k) => {
      probabilities[i * classes + k] = count / sum;
    });
  });
  return { labels, probabilities };
}

/** Probabilities closer than this are a tie, which goes to the lowest class: sums of shares are not exact. */
const TIE = 1e-12;

function likeliest(probabilities: Float64Array, at: number, classes: number): number {
  let best = 0;
  for (let k = 1; k < classes; k++) {
    if (probabilities[at + k] > probabilities[at + best] + TIE) best = k;
  }
  return best;
}
