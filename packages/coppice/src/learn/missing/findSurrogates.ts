import { ask, type Conversation } from "../../engine/port.js";
import type { GrowNode } from "../growNode.js";
import type { Plan } from "../plan.js";
import { missingRule } from "./rule.js";
import { surrogatesFrom } from "./surrogates.js";

/** A node with a planned test, and the known weight of each branch. */
export interface PlannedNode {
  readonly node: GrowNode;
  readonly weights: readonly number[];
}

/** Adds surrogates to planned splits: for training, for prediction or for both, depending on the plan. */
export function* findSurrogates(split: readonly PlannedNode[], plan: Plan): Conversation<void> {
  if (plan.surrogates === undefined || split.length === 0) return;
  const nodes = split.map(({ node, weights }) => {
    const { test } = node.planned!;
    const attributes = node.live.filter((a) => a !== test.attribute);
    return { node: node.id, test, branches: weights.length, attributes };
  });
  const answers = yield* ask({ ask: "sides", nodes });
  for (const [i, { node, weights }] of split.entries()) {
    const surrogates = surrogatesFrom(answers[i], weights, plan.facts.attributes, plan.surrogates);
    const rule = { kind: "surrogates", surrogates, otherwise: missingRule("majority", weights) } as const;
    node.planned =
      plan.options.missing === "surrogate"
        ? { ...node.planned!, missing: rule }
        : { ...node.planned!, atPrediction: rule };
  }
}
