import { labelOf, lossOf } from "../../model/costs.js";
import { lossUnit } from "../cost/lossUnit.js";
import { preorder } from "../flatten.js";
import type { GrowNode } from "../growNode.js";
import type { Plan } from "../plan.js";

/** Misclassified weight that C4.5 treats as none. */
export const COLLAPSE_SLACK = 1e-3;

/**
 * C4.5's collapsing: a subtree whose leaves together make no fewer errors on the training rows than its root would
 * as a leaf is replaced by that leaf. Ancestors come first, as in C4.5, so the largest such subtree is replaced.
 */
export function collapse(
  root: GrowNode,
  { statistic, costs }: Pick<Plan, "statistic" | "costs">,
  /** Of the whole tree, if this is a part of one. */
  whole: GrowNode = root,
): void {
  const errorsOf = costs ? riskIn(costs) : ({ error, summary }: GrowNode) => error * summary.weight;
  const order = preorder(root);
  const below = new Map<GrowNode, number>();
  for (const node of order.toReversed()) {
    const own = errorsOf(node);
    below.set(node, node.branches ? node.branches.reduce((sum, branch) => sum + below.get(branch)!, 0) : own);
  }
  // C4.5's slack for classification; errors of a numeric target have no such unit.
  const slack = statistic === "classes" ? COLLAPSE_SLACK : 1e-9 * whole.error * whole.summary.weight;
  for (const node of order) {
    if (node.branches && below.get(node)! >= errorsOf(node) - slack) delete node.branches;
  }
}

/** Errors weighted by priors and losses, in units of the mean loss: with losses of 0 and 1 they are counted rows. */
function riskIn(costs: NonNullable<Plan["costs"]>): (node: GrowNode) => number {
  const unit = lossUnit(costs.loss);
  return ({ summary: { sums } }) => lossOf(sums, labelOf(sums, costs), costs) / unit;
}
