import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";
import { answerCredit, creditsOf } from "../attributeCredit.js";

export interface TreeImportance {
  readonly attribute: number;
  /** Mean decrease in impurity, normalised to sum to 1 over the attributes. */
  readonly value: number;
  /** Splits that test it, alone or in a measure. */
  readonly splits: number;
}

/**
 * The attributes that a tree tests, most important first: how much its splits on each lower the Gini impurity, or the
 * error of the value, weighted by the rows that reach them (Breiman and others 1984, section 5.3). The criterion by
 * which the tree was grown does not matter. Measures and formulas are credited to the attributes that they read.
 */
export function treeImportance(
  model: Pick<TreeModel, "nodes" | "attributes" | "derived" | "spreads">,
): TreeImportance[] {
  const { nodes, attributes } = model;
  const credits = creditsOf(model);
  const decrease = new Float64Array(attributes.length);
  const splits = new Int32Array(attributes.length);
  for (const node of nodes) {
    if (!isSplit(node)) {
      for (const [attribute, gain] of answerCredit(node, model, credits))
        decrease[attribute] += gain * node.weight;
      continue;
    }
    const below = node.branches.reduce((sum, branch) => sum + impurity(nodes[branch]), 0);
    // With medians the error of the leaves may exceed their parent's; importance is never negative.
    const gain = Math.max(0, impurity(node) - below);
    for (const [attribute, share] of credits[node.test.attribute]) {
      splits[attribute]++;
      decrease[attribute] += share * gain;
    }
  }
  const total = decrease.reduce((sum, each) => sum + each, 0);
  return [...attributes.keys()]
    .filter((attribute) => splits[attribute] > 0 || decrease[attribute] > 0)
    .map((attribute) => ({
      attribute,
      value: total > 0 ? decrease[attribute] / total : 0,
      splits: splits[attribute],
    }))
    .sort((a, b) => b.value - a.value || b.splits - a.splits || a.attribute - b.attribute);
}

/** Times the node's weight. */
function impurity(node: TreeNode): number {
  if (node.weight === 0) return 0;
  if ("value" in node) return node.weight * node.error;
  const total = node.counts.reduce((sum, count) => sum + count, 0);
  return node.weight * (1 - node.counts.reduce((sum, count) => sum + (count / total) ** 2, 0));
}
