import type { TargetFacts } from "../engine/port.js";
import { majorityClassAt } from "../model/costs.js";
import type { GrownTree } from "../model/grownTree.js";
import type { ClassAnswers, TreeColumns, ValueAnswers } from "../model/treeColumns.js";
import { placeThreshold } from "./branch/placement.js";
import { meanError, meanValue } from "./label/facts.js";
import type { Plan } from "./plan.js";

/** A tree that an engine grew whole as the model's columns: thresholds placed, gains and answers in the user's units. */
export function columnsFrom(tree: GrownTree, plan: Plan): TreeColumns {
  const { attribute, skip, sets } = tree;
  const threshold = new Float64Array(tree.nodes);
  const missing = new Uint8Array(tree.nodes);
  const gain = new Float64Array(tree.nodes);
  const weight = weightsOf(tree, plan.facts.target);
  for (let i = 0; i < tree.nodes; i++) {
    if (attribute[i] < 0) continue;
    if (!sets.has(i)) threshold[i] = thresholdAt(tree, i, plan);
    missing[i] = tree.rightWeight[i] > tree.leftWeight[i] ? 1 : 0;
    gain[i] = plan.inUserUnits(tree.gain[i] / weight[i]);
  }
  return { attribute, skip, threshold, sets, missing, gain, weight, answers: answersOf(tree, weight, plan) };
}

/** Where the threshold of a node's test is placed between the values on its two sides. */
export function thresholdAt(tree: GrownTree, node: number, { facts, options }: Plan): number {
  const attribute = facts.attributes[tree.attribute[node]];
  if (attribute.kind !== "numeric") return tree.low[node];
  const left = tree.leftWeight[node];
  return placeThreshold(
    options.threshold,
    tree.low[node],
    tree.high[node],
    left / (left + tree.rightWeight[node]),
    options.threshold === "value" ? attribute.values! : NO_VALUES,
  );
}

/** Finding the distinct values of a column means sorting it, so this is done only if a threshold is looked up in them. */
const NO_VALUES = new Float64Array(0);

/** How many sums a node has. */
export function widthOf(target: TargetFacts): number {
  return target.kind === "classes" ? target.classes : 3;
}

/** The weight behind sums: of all classes together, or the first of the moments. */
export function sumsWeight(sums: Float64Array, at: number, target: TargetFacts): number {
  if (target.kind === "values") return sums[at];
  let weight = 0;
  for (let k = 0; k < target.classes; k++) weight += sums[at + k];
  return weight;
}

function weightsOf({ nodes, sums }: GrownTree, target: TargetFacts): Float64Array {
  const weight = new Float64Array(nodes);
  const width = widthOf(target);
  for (let i = 0; i < nodes; i++) weight[i] = sumsWeight(sums, i * width, target);
  return weight;
}

function answersOf(
  tree: GrownTree,
  weight: Float64Array,
  { facts: { target } }: Plan,
): ClassAnswers | ValueAnswers {
  return target.kind === "classes" ? labels(tree, target.classes) : means(tree, weight, target);
}

function labels({ nodes, sums: counts }: GrownTree, classes: number): ClassAnswers {
  const label = new Int32Array(nodes);
  for (let i = 0; i < nodes; i++) label[i] = majorityClassAt(counts, i * classes, classes);
  return { kind: "classes", classes, counts, label };
}

function means(
  { nodes, sums, pure }: GrownTree,
  weight: Float64Array,
  target: Extract<TargetFacts, { kind: "values" }>,
): ValueAnswers {
  const value = new Float64Array(nodes);
  const error = new Float64Array(nodes);
  for (let i = 0; i < nodes; i++) {
    value[i] = meanValue(weight[i], sums[3 * i + 1], target);
    error[i] = meanError(weight[i], sums[3 * i + 1], sums[3 * i + 2], pure[i] === 1, target);
  }
  return { kind: "values", value, error };
}
