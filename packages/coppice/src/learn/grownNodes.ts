import type { TargetFacts } from "../engine/port.js";
import type { GrownTree } from "../model/grownTree.js";
import type { Test } from "../model/test.js";
import { placeThreshold } from "./branch/placement.js";
import type { Plan } from "./plan.js";

/** The test of a node of a grown tree. */
export function grownTestAt(tree: GrownTree, node: number, plan: Plan): Test {
  const attribute = tree.attribute[node];
  if (tree.perLevel?.has(node)) return { kind: "levels", attribute };
  const set = tree.sets.get(node);
  return set
    ? { kind: "subset", attribute, left: set.left, right: set.right }
    : { kind: "threshold", attribute, threshold: grownThresholdAt(tree, node, plan) };
}

/** Where the threshold of a node's test is placed between the values on its two sides. */
export function grownThresholdAt(tree: GrownTree, node: number, plan: Plan): number {
  const { attribute, low, high, leftWeight, rightWeight } = tree;
  return thresholdBetween(attribute[node], low[node], high[node], leftWeight[node], rightWeight[node], plan);
}

/** The same of a test that is known by its attribute, the values on its two sides and their weights. */
export function thresholdBetween(
  tested: number,
  low: number,
  high: number,
  left: number,
  right: number,
  { facts, options }: Plan,
): number {
  const attribute = facts.attributes[tested];
  if (attribute.kind !== "numeric") return low;
  return placeThreshold(
    options.threshold,
    low,
    high,
    left / (left + right),
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
