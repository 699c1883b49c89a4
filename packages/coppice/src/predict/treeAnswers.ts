import { answerShares, answerValue } from "../model/answer.js";
import { putPosterior } from "../model/costs.js";
import { isSplit, type TreeModel } from "../model/tree.js";
import type { Table } from "../table/table.js";
import { type Cells, cellsOf } from "./cells.js";
import { leastRisk } from "./combine.js";
import { openOf } from "./eachValue.js";
import type { Answers, Prediction } from "./prediction.js";
import { walk } from "./walk.js";

/** A tree with all that its answers need, worked out once for any number of rows. */
export type ReadyTree = {
  readonly model: TreeModel;
  /** Absent: every row is walked down the nodes. */
  readonly land?: Land;
  /** The leaves of many rows at once, -1 for those of which `land` decides; undefined if it decides of all. */
  readonly landAll?: (cells: readonly Cells[], rows: number) => Int32Array | undefined;
  /** Whether leaves have answers of their own; otherwise all are constant. */
  readonly hasAnswers: boolean;
  /** What a tree of gates answers for many rows at once, NaN for those that must be walked. */
  readonly averageAll?: (cells: readonly Cells[], rows: number) => Float64Array | undefined;
  /** The answers of leaves for many rows at once, zeros for rows without one (-1); undefined: row by row. */
  readonly answerAll?: (leaves: Int32Array, cells: readonly Cells[]) => Answers | undefined;
  /** `walk`, compiled. */
  readonly follow?: Follow;
  /** The same for all rows that several leaves share. */
  readonly fillShared?: FillShared;
} & ({ readonly leaves: LeafClasses } | { readonly leafValues: Float64Array });

/** Visits the leaves of a row, as `walk` does. */
export type Follow = (
  cells: readonly Cells[],
  row: number,
  visit: (leaf: number, share: number) => void,
) => void;

/** Fills the answers of rows without a leaf of their own (-1); false if they are to be walked one by one. */
export type FillShared = (answers: Answers, landed: Int32Array, cells: readonly Cells[]) => boolean;

/** The leaf a row comes to; below 0 for rows that must be walked. */
export type Land = (cells: readonly Cells[], row: number) => number;

/** By node, label and class probabilities, nodes x classes. */
export interface LeafClasses {
  readonly labels: Int32Array;
  readonly probabilities: Float64Array;
}

/** Makes a tree ready. */
export type MakeReady = (model: TreeModel) => ReadyTree;

/** Nothing compiled: `walk` is all that a tree needs. */
export const walkedTree: MakeReady = (model) => ({
  model,
  hasAnswers: hasAnswers(model),
  ...(model.task === "classification"
    ? { leaves: nodeClasses(model, model.target.levels!.length) }
    : { leafValues: nodeValues(model) }),
});

export function hasAnswers({ nodes }: Pick<TreeModel, "nodes">): boolean {
  return nodes.some(({ answer }) => answer);
}

export function predictTreeBy(ready: MakeReady, model: TreeModel, table: Table): Prediction {
  const { cells, warnings } = cellsOf(model, table);
  return { ...answersOf(ready(model), cells, table.rows), warnings };
}

/** What the tree says of rows whose cells are as its tests see them. */
export function answersOf(ready: ReadyTree, cells: readonly Cells[], rows: number): Answers {
  const averages = ready.averageAll?.(cells, rows);
  const leaves = averages ? undefined : landings(ready, cells, rows);
  const known = leaves && ready.answerAll?.(leaves, cells);
  if (known && (!leaves.includes(-1) || ready.fillShared?.(known, leaves, cells))) return known;
  return "leaves" in ready
    ? { kind: "classification", ...predictClasses(ready, leaves, averages, ready.leaves, cells, rows, known) }
    : {
        kind: "regression",
        values: predictValues(ready, leaves, averages, ready.leafValues, cells, rows, known),
      };
}

/** The leaf of each row; below 0 for rows that must be walked. */
function landings({ land, landAll }: ReadyTree, cells: readonly Cells[], rows: number): Int32Array {
  const leaves = landAll?.(cells, rows) ?? new Int32Array(rows).fill(-1);
  const first = land ? leaves.indexOf(-1) : -1;
  if (land && first >= 0)
    for (let row = first; row < rows; row++) if (leaves[row] < 0) leaves[row] = land(cells, row);
  return leaves;
}

function predictClasses(
  { model, hasAnswers, follow = walker(model) }: Pick<ReadyTree, "model" | "hasAnswers" | "follow">,
  landed: Int32Array | undefined,
  averages: Float64Array | undefined,
  { labels: leafLabels, probabilities: leafProbabilities }: LeafClasses,
  cells: readonly Cells[],
  rows: number,
  known: Answers | undefined,
) {
  const classes = model.target.levels!.length;
  const filled = known?.kind === "classification" ? known : undefined;
  const labels = filled?.labels ?? new Int32Array(rows);
  const probabilities = filled?.probabilities ?? averages ?? new Float64Array(rows * classes);
  // Where each value is tried, each gives a label, and the likeliest label is taken (R 4.2).
  const votes = openOf(model) && new Float64Array(classes);
  const loss = model.costs?.loss;
  const own = (leaf: number, row: number): Float64Array | undefined => {
    const answer = hasAnswers ? model.nodes[leaf].answer : undefined;
    return answer?.kind === "classifier" ? answerShares(answer, (a) => cells[a][row]) : undefined;
  };
  for (let row = 0; row < rows; row++) {
    const at = row * classes;
    const leaf = landed?.[row] ?? -1;
    if (leaf >= 0) {
      if (filled) continue;
      const shares = own(leaf, row);
      for (let k = 0; k < classes; k++)
        probabilities[at + k] = shares ? shares[k] : leafProbabilities[leaf * classes + k];
      labels[row] = shares ? leastRisk(shares, 0, classes, loss) : leafLabels[leaf];
      continue;
    }
    if (averages) {
      if (averages[at] >= 0) {
        labels[row] = leastRisk(probabilities, row, classes, loss);
        continue;
      }
      averages.fill(0, at, at + classes);
    }
    let leaves = 0;
    let total = 0;
    let only = 0;
    votes?.fill(0);
    follow(cells, row, (reached, share) => {
      const shares = own(reached, row);
      leaves++;
      total += share;
      only = shares ? leastRisk(shares, 0, classes, loss) : leafLabels[reached];
      if (votes) votes[only] += share;
      for (let k = 0; k < classes; k++) {
        probabilities[at + k] += share * (shares ? shares[k] : leafProbabilities[reached * classes + k]);
      }
    });
    // The shares sum to 1 up to rounding; dividing by their sum makes the probabilities sum to 1 again.
    for (let k = 0; k < classes; k++) probabilities[at + k] /= total;
    // The priors are in the probabilities already; what is left of the costs are the losses.
    labels[row] =
      leaves === 1
        ? only
        : votes
          ? votes.indexOf(Math.max(...votes))
          : leastRisk(probabilities, row, classes, loss);
  }
  return { labels, probabilities };
}

function walker(model: TreeModel): Follow {
  return (cells, row, visit) => walk(model, cells, row, visit);
}

function predictValues(
  { model, hasAnswers, follow = walker(model) }: Pick<ReadyTree, "model" | "hasAnswers" | "follow">,
  landed: Int32Array | undefined,
  averages: Float64Array | undefined,
  answers: Float64Array,
  cells: readonly Cells[],
  rows: number,
  known: Answers | undefined,
): Float64Array {
  const filled = known?.kind === "regression" ? known.values : undefined;
  const values = filled ?? averages ?? new Float64Array(rows);
  const own = (leaf: number, row: number): number => {
    const { answer } = model.nodes[leaf];
    return answer?.kind === "linear" ? answerValue(answer, (a) => cells[a][row]) : answers[leaf];
  };
  for (let row = 0; row < rows; row++) {
    if (averages && !Number.isNaN(averages[row])) continue;
    const leaf = landed?.[row] ?? -1;
    if (leaf >= 0) {
      if (filled) continue;
      values[row] = hasAnswers ? own(leaf, row) : answers[leaf];
      continue;
    }
    let sum = 0;
    let total = 0;
    follow(cells, row, (reached, share) => {
      sum += share * (hasAnswers ? own(reached, row) : answers[reached]);
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
    putPosterior(probabilities, i * classes, node.counts, 0, classes, model.costs);
  });
  return { labels, probabilities };
}
