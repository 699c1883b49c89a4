import { labelOf, posterior } from "../model/costs.js";
import { isSplit, type TreeModel } from "../model/tree.js";
import { type ClassAnswers, columnsOf } from "../model/treeColumns.js";
import type { Table } from "../table/table.js";
import { type Cells, cellsOf } from "./cells.js";
import { type CompiledTree, compileTree, landing, SHARED } from "./compile.js";
import { openOf } from "./eachValue.js";
import type { Answers, Prediction } from "./prediction.js";
import { walk } from "./walk.js";

export function predictTree(model: TreeModel, table: Table): Prediction {
  const { cells, warnings } = cellsOf(model, table);
  return { ...answersOf(readyTree(model), cells, table.rows), warnings };
}

/** A tree with all that its answers need, worked out once for any number of rows. */
export type ReadyTree = {
  readonly model: TreeModel;
  readonly tree: CompiledTree;
} & ({ readonly leaves: LeafClasses } | { readonly leafValues: Float64Array });

/** By node, label and class probabilities, nodes x classes. */
interface LeafClasses {
  readonly labels: Int32Array;
  readonly probabilities: Float64Array;
}

export function readyTree(model: TreeModel): ReadyTree {
  const tree = compileTree(model);
  return model.task === "classification"
    ? { model, tree, leaves: classAnswers(model, model.target.levels!.length) }
    : { model, tree, leafValues: valueAnswers(model) };
}

/** What the tree says of rows whose cells are as its tests see them. */
export function answersOf(ready: ReadyTree, cells: readonly Cells[], rows: number): Answers {
  const { model, tree } = ready;
  return "leaves" in ready
    ? { kind: "classification", ...predictClasses(model, tree, ready.leaves, cells, rows) }
    : { kind: "regression", values: predictValues(model, tree, ready.leafValues, cells, rows) };
}

function predictClasses(
  model: TreeModel,
  tree: CompiledTree,
  { labels: leafLabels, probabilities: leafProbabilities }: LeafClasses,
  cells: readonly Cells[],
  rows: number,
) {
  const classes = model.target.levels!.length;
  const labels = new Int32Array(rows);
  const probabilities = new Float64Array(rows * classes);
  // Where each value is tried, each gives a label, and the likeliest label is taken (R 4.2).
  const votes = openOf(model) && new Float64Array(classes);
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
  tree: CompiledTree,
  answers: Float64Array,
  cells: readonly Cells[],
  rows: number,
): Float64Array {
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

function valueAnswers(model: TreeModel): Float64Array {
  const answers = columnsOf(model)?.answers;
  if (answers?.kind === "values") return answers.value;
  return Float64Array.from(model.nodes, (node) => ("value" in node ? node.value : Number.NaN));
}

/** Each leaf's label and class probabilities, nodes x classes; the rows of split nodes stay zero. */
function classAnswers(model: TreeModel, classes: number) {
  const columns = columnsOf(model);
  if (columns?.answers.kind === "classes") return columnAnswers(columns.attribute, columns.answers, model);
  const labels = new Int32Array(model.nodes.length);
  const probabilities = new Float64Array(model.nodes.length * classes);
  model.nodes.forEach((node, i) => {
    if (isSplit(node) || !("counts" in node)) return;
    labels[i] = node.label;
    probabilities.set(posterior(node.counts, model.costs), i * classes);
  });
  return { labels, probabilities };
}

function columnAnswers(
  attribute: Int32Array,
  { classes, counts, label }: ClassAnswers,
  { costs }: TreeModel,
) {
  const probabilities = new Float64Array(counts.length);
  for (let i = 0; i < attribute.length; i++) {
    if (attribute[i] >= 0) continue;
    const at = i * classes;
    probabilities.set(posterior(counts.subarray(at, at + classes), costs), at);
  }
  return { labels: label, probabilities };
}

/** Probabilities closer than this are a tie, which goes to the lowest class: sums of shares are not exact. */
const TIE = 1e-12;

/** The priors are in the probabilities already; what is left of the costs are the losses. */
function labelFrom(probabilities: Float64Array, { costs }: TreeModel): number {
  if (costs?.loss) return labelOf(probabilities, { loss: costs.loss });
  let best = 0;
  for (let k = 1; k < probabilities.length; k++) if (probabilities[k] > probabilities[best] + TIE) best = k;
  return best;
}
