import { type Measure, measuredCells } from "../../model/measure.js";
import type { Cells } from "../../table/column.js";
import { testedCells } from "../../table/column.js";
import { bestCut, classWeightsOf } from "./giniGain.js";
import type { NodeToSplit } from "./proposal.js";

/** A test of one measure that was found on some rows of a node. */
export interface Stump {
  readonly measure: Measure;
  readonly threshold: number;
}

interface Candidate {
  readonly measure: Measure;
  readonly threshold?: number;
}

/** The candidate with the least Gini impurity on the rows; undefined if none separates them. */
export function bestStump(node: NodeToSplit, candidates: readonly Candidate[]): Stump | undefined {
  const labels = labelsOf(node);
  const classes =
    node.problem.target.column.type === "numeric" ? 1 : node.problem.target.column.levels.length;
  const classWeights = classWeightsOf(labels, node.weights, classes);
  let best: (Stump & { readonly impurity: number }) | undefined;
  for (const { measure, threshold } of candidates) {
    const values = valuesOf(measure, node);
    const scored =
      threshold === undefined
        ? bestCut(values, labels, node.weights, classWeights)
        : { threshold, impurity: impurityOf(values, threshold, labels, node.weights, classes) };
    if (Number.isFinite(scored.threshold) && (best === undefined || scored.impurity < best.impurity))
      best = { measure, ...scored };
  }
  return best;
}

/** The share of the weight of `judged` that a stump misclassifies whose two leaves are labelled by the rows of `learned`. */
export function stumpError(stump: Stump | undefined, learned: NodeToSplit, judged: NodeToSplit): number {
  const sideOf = (values: Float64Array | undefined, i: number) =>
    values !== undefined && stump !== undefined && values[i] > stump.threshold ? 1 : 0;
  const valuesAt = (node: NodeToSplit) => stump && valuesOf(stump.measure, node);
  const counts = [new Map<number, number>(), new Map<number, number>()];
  const learnedLabels = labelsOf(learned);
  const learnedValues = valuesAt(learned);
  learnedLabels.forEach((label, i) => {
    const side = counts[sideOf(learnedValues, i)];
    side.set(label, (side.get(label) ?? 0) + learned.weights[i]);
  });
  const labels = counts.map(
    (side) =>
      [...side].reduce(
        (best, one) => (one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best),
        [-1, -1] as [number, number],
      )[0],
  );
  const judgedValues = valuesAt(judged);
  let [wrong, total] = [0, 0];
  labelsOf(judged).forEach((label, i) => {
    total += judged.weights[i];
    if (label !== labels[sideOf(judgedValues, i)]) wrong += judged.weights[i];
  });
  return total > 0 ? wrong / total : 0;
}

function impurityOf(
  values: Float64Array,
  threshold: number,
  labels: Int32Array,
  weights: Float64Array,
  classes: number,
): number {
  const sums = [new Float64Array(classes), new Float64Array(classes)];
  for (let i = 0; i < values.length; i++) sums[values[i] > threshold ? 1 : 0][labels[i]] += weights[i];
  return sums.reduce((all, side) => {
    const total = side.reduce((a, b) => a + b, 0);
    return all + (total > 0 ? total - side.reduce((a, b) => a + b * b, 0) / total : 0);
  }, 0);
}

function labelsOf({ rows, problem }: NodeToSplit): Int32Array {
  const { column } = problem.target;
  return column.type === "numeric" ? new Int32Array(rows.length) : rows.map((row) => column.codes[row]);
}

/** A measure of the node's rows; where it is missing, a number below all thresholds. */
function valuesOf(measure: Measure, { rows, problem }: NodeToSplit): Float64Array {
  const taken = new Map<number, Cells>();
  const cellsOf = (attribute: number): Cells => {
    const known = taken.get(attribute);
    if (known) return known;
    const all = testedCells(problem.attributes[attribute]);
    const own = all instanceof Float64Array ? new Float64Array(rows.length) : new Int32Array(rows.length);
    for (let i = 0; i < rows.length; i++) own[i] = all[rows[i]];
    taken.set(attribute, own);
    return own;
  };
  const cells = measuredCells(measure, cellsOf, rows.length);
  return Float64Array.from(cells, (cell) => (Number.isNaN(cell) ? -Number.MAX_VALUE : cell));
}
