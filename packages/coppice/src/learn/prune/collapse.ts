import { preorder } from "../flatten.js";
import type { GrowNode } from "../growNode.js";

/**
 * C4.5's collapsing: a subtree whose leaves together make no fewer errors on the training rows than its root would
 * as a leaf is replaced by that leaf. The elders come first, as in C4.5, so the largest such subtree goes whole.
 */
export function collapse(root: GrowNode): void {
  const order = preorder(root);
  const below = new Map<GrowNode, number>();
  for (const node of order.toReversed()) {
    const own = node.error * node.summary.weight;
    below.set(node, node.branches ? node.branches.reduce((sum, branch) => sum + below.get(branch)!, 0) : own);
  }
  for (const node of order) {
    if (node.branches && below.get(node)! >= node.error * node.summary.weight - 1e-3) delete node.branches;
  }
}
