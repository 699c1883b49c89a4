import { preorder } from "../flatten.js";
import type { GrowNode } from "../growNode.js";
import type { Plan } from "../plan.js";

/** Errors of classes that C4.5 takes for none. */
export const COLLAPSE_SLACK = 1e-3;

/**
 * C4.5's collapsing: a subtree whose leaves together make no fewer errors on the training rows than its root would
 * as a leaf is replaced by that leaf. The elders come first, as in C4.5, so the largest such subtree goes whole.
 */
export function collapse(root: GrowNode, { statistic }: Pick<Plan, "statistic">): void {
  const order = preorder(root);
  const below = new Map<GrowNode, number>();
  for (const node of order.toReversed()) {
    const own = node.error * node.summary.weight;
    below.set(node, node.branches ? node.branches.reduce((sum, branch) => sum + below.get(branch)!, 0) : own);
  }
  // C4.5's slack for classes; errors of a numeric target have no such unit.
  const slack = statistic === "classes" ? COLLAPSE_SLACK : 1e-9 * root.error * root.summary.weight;
  for (const node of order) {
    if (node.branches && below.get(node)! >= node.error * node.summary.weight - slack) delete node.branches;
  }
}
