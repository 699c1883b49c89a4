import type { BoostedTree } from "../../../kernels/drivers/boost/boostedTree.js";
import type { Booster } from "../../../kernels/drivers/boost/booster.js";
import type { BoostPlan } from "../../../kernels/drivers/boost/plan.js";
import { weightedQuantile } from "./quantile.js";

/**
 * Gives the leaves of the tree just grown the quantile of what is left in them: for losses whose gradients only tell
 * the side on which the target lies (Friedman 2001, section 4.3).
 */
export function refitLeaves(booster: Booster, tree: BoostedTree, plan: BoostPlan): void {
  const scores = booster.scores(0);
  for (const { node, rows } of booster.leafRows(tree)) {
    // A round's sample may have no rows at all: the tree is a leaf that adds nothing.
    if (rows.length === 0) {
      tree.value[node] = 0;
      continue;
    }
    const left = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) left[i] = plan.targets[rows[i]] - scores[rows[i]];
    const weights = plan.weights && Float64Array.from(rows, (row) => plan.weights![row]);
    const value = weightedQuantile(left, weights, plan.loss.refit ?? 0.5);
    tree.value[node] = value * plan.learningRate;
  }
}
