import { isSplit, type TreeModel, type TreeNode } from "../../model/tree.js";

export interface TreeImportance {
  readonly attribute: number;
  /** Mean decrease in impurity, normalised to sum to 1 over the attributes. */
  readonly value: number;
  /** Splits that test it. */
  readonly splits: number;
}

/**
 * The attributes that a tree tests, most important first: how much its splits on each lower the Gini impurity, or the
 * error of the value, weighted by the rows that reach them (Breiman and others 1984, section 5.3). The criterion by
 * which the tree was grown does not matter.
 */
export function treeImportance({
  nodes,
  attributes,
}: Pick<TreeModel, "nodes" | "attributes">): TreeImportance[] {
  const decrease = new Float64Array(attributes.length);
  const splits = new Int32Array(attributes.length);
  for (const node of nodes) {
    if (!isSplit(node)) continue;
    const below = node.branches.reduce((sum, branch) => sum + impurity(nodes[branch]), 0);
    splits[node.test.attribute]++;
    // With medians the error of the leaves may exceed their parent's; importance is never negative.
    decrease[node.test.attribute] += Math.max(0, impurity(node) - below);
  }
  const total = decrease.reduce((sum, each) => sum + each, 0);
  return [...attributes.keys()]
    .filter((attribute) => splits[attribute] > 0)
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
