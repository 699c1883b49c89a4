import { rootKey } from "../../base/nodeRandom.js";
import type { Summary } from "../../engine/port.js";
import type { GrowNode } from "../growNode.js";
import type { Plan } from "../plan.js";

/** The root of a tree of some rows, at the depth that it has in the tree it belongs to. */
export function growRoot(summary: Summary, plan: Plan, depth: number, seed: number): GrowNode {
  const judgedWeight = Math.max(plan.judgedWeight(summary), Number.MIN_VALUE);
  return {
    id: 0,
    depth,
    key: rootKey(seed),
    summary,
    live: plan.facts.attributes.map((_, a) => a),
    judgedWeight,
    impurity: summary.pure ? 0 : plan.scorer.nodeImpurity(summary) / judgedWeight,
    error: 0,
  };
}
