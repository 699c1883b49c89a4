import { labelOf, posterior } from "../model/costs.js";
import { isSplit, type TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { type Cells, cellsOf } from "./cells.js";
import { type CompiledTree, landing, SHARED } from "./compile.js";
import { openOf } from "./eachValue.js";
import type { Answers, Prediction } from "./prediction.js";
import { walk } from "./walk.js";

/** A tree prepared for prediction, computed once for any number of rows. */
export type ReadyTree = {
  readonly model: TreeModel;
  /** Absent: every row is followed by `walk`. */
  readonly tree?: CompiledTree;
} & ({ readonly leaves: LeafClasses } | { readonly leafValues: Float64Array });

/** Per node, the label and the class probabilities (nodes x classes). */
export interface LeafClasses {
  readonly labels: Int32Array;
  readonly probabilities: Float64Array;
}

/** Prepares a tree. */
export type MakeReady = (model: TreeModel) => ReadyTree;

/** Not compiled: only `walk` is used. */
export const walkedTree: MakeReady = (model) =>
  model.task === "classification"
    ? { model, leaves: nodeClasses(model, model.target.levels!.length) }
    : { model, leafValues: nodeValues(model) };

export function predictTreeBy(ready: MakeReady, model: TreeModel, table: Table): Prediction {
  const { cells, warnings } = cellsOf(model, table);
  return { ...answersOf(ready(model), cells, table.rows), warnings };
}

/** The tree's predictions for rows whose cells are as its tests see them. */
export function answersOf(ready: ReadyTree, cells: readonly Cells[], rows: number): Answers {
  const { model, tree } = ready;
  return "leaves" in ready
    ? { kind: "classification", ...predictClasses(model, tree, ready.leaves, cells, rows) }
    : { kind: "regression", values: predictValues(model, tree, ready.leafValues, cells, rows) };
}

function predictClasses(
  model: TreeModel,
  tree: CompiledTree | undefined,
  { labels: leafLabels, probabilities: leafProbabilities }: LeafClasses,
  cells: readonly Cells[],
  rows: number,
) {
  const classes = model.target.levels!.length;
  const labels = new Int32Array(rows);
  const probabilities = new Float64Array(rows * classes);
  // If each value is tried, each gives a label, and the most probable label is taken (R 4.2).
  const votes = openOf(model) && new Float64Array(classes);
  for (let row = 0; row < rows; row++) {
    const at = row * classes;
    const leaf = tree ? landing(tree, cells, row) : SHARED;
    if (leaf !== SHARED) {
      labels[row] = leafLabels[leaf];
      for (let k = 0; k < classes; k++) probabilities[at + k] = leafProbabilities[leaf * classes + k];
      continue;
    }
    let leaves = 0;
    let total = 0;
    let only = 0;
    votes?.fill(0);
    walk(model, cells, row, (reached, share) => {
      leaves++;
      total += share;
      only = reached;
      if (votes) votes[leafLabels[reached]] += share;
      for (let k = 0; k < classes; k++) {
        probabilities[at + k] += share * leafProbabilities[reached * classes + k];
      }
    });
    // The shares sum to 1 up to rounding; dividing by their sum makes the probabilities sum to 1 again.
    for (let k = 0; k < classes; k++) probabilities[at + k] /= total;
    labels[row] =
      leaves === 1
        ? leafLabels[only]
        : votes
          ? votes.indexOf(Math.max(...votes))
          : labelFrom(probabilities.subarray(at, at + classes), model);
  }
  return { labels, probabilities };
}

function predictValues(
  model: TreeModel,
  tree: CompiledTree | undefined,
  answers: Float64Array,
  cells: readonly Cells[],
  rows: number,
): Float64Array {
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const leaf = tree ? landing(tree, cells, row) : SHARED;
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

export function nodeValues({ nodes }: Pick<TreeModel, "nodes">): Float64Array {
  return Float64Array.from(nodes, (node) => ("value" in node ? node.value : Number.NaN));
}

/** Each leaf's label and class probabilities, nodes x classes; the rows of split nodes stay zero. */
export function nodeClasses(model: TreeModel, classes: number): LeafClasses {
  const labels = new Int32Array(model.nodes.length);
  const probabilities = new Float64Array(model.nodes.length * classes);
  model.nodes.forEach((node, i) => {
    if (isSplit(node) || !("counts" in node)) return;
    labels[i] = node.label;
    probabilities.set(posterior(node.counts, model.costs), i * classes);
  });
  return { labels, probabilities };
}

/** Probabilities closer than this are a tie, which goes to the lowest class, since sums of shares are not exact. */
const TIE = 1e-12;

/** The priors are already in the probabilities; of the costs only the losses remain. */
function labelFrom(probabilities: Float64Array, { costs }: TreeModel): number {
  if (costs?.loss) return labelOf(probabilities, { loss: costs.loss });
  let best = 0;
  for (let k = 1; k < probabilities.length; k++) if (probabilities[k] > probabilities[best] + TIE) best = k;
  return best;
}
