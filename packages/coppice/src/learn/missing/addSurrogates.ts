import type { DataHandle } from "../../engine/data.js";
import { ask, type Conversation } from "../../engine/port.js";
import { isSplit, type SplitNode, type TreeNode } from "../../model/tree.js";
import type { Plan } from "../plan.js";
import type { TreeOptions } from "../treeOptions.js";
import { missingRule } from "./rule.js";
import { type SurrogateOptions, surrogatesFrom } from "./surrogates.js";

/**
 * Surrogates depend on a node's rows alone. If no training row needs one, because no value is missing, the tree can be
 * grown and pruned without them, and only the remaining tests get theirs. Pruning applies trees to rows that they were
 * not grown from, and those may have levels that a test does not know.
 */
export function canAddSurrogatesLater(
  options: TreeOptions,
  data: Pick<DataHandle, "task" | "hasGaps">,
): boolean {
  const { missing, missingAtPrediction: later } = options;
  const wanted =
    later === "surrogate" || (missing === "surrogate" && later === "asTrained" && options.surrogates > 0);
  if (!wanted || (missing !== "surrogate" && missing !== "majority")) return false;
  return data.task.attributes.every(
    ({ type }, a) =>
      (type === "numeric" || type === "ordered" || options.prune === "none") && !data.hasGaps(a),
  );
}

/** How such a tree is grown. */
export const SURROGATES_LATER = { missing: "majority", missingAtPrediction: "asTrained" } as const;

/** Adds surrogates to every test of a grown tree, dividing the rows again, level by level. */
export function* addSurrogates(nodes: readonly TreeNode[], plan: Plan): Conversation<TreeNode[]> {
  const furnished = [...nodes];
  /** Indexes in the list, by the engine's node numbers. */
  let level = [{ place: 0, id: 0 }];
  let next = 1;
  for (;;) {
    const splits = level.flatMap(({ place, id }) => {
      const node = nodes[place];
      return isSplit(node) ? [{ place, id, node }] : [];
    });
    if (splits.length === 0) return furnished;
    const wanted = splits.map(({ id, node }) => ({
      node: id,
      test: node.test,
      branches: node.branches.length,
      attributes: plan.facts.attributes.map((_, a) => a).filter((a) => a !== node.test.attribute),
    }));
    const answers = yield* ask({ ask: "sides", nodes: wanted });
    splits.forEach(({ place, node }, i) => {
      const weights = node.branches.map((branch) => nodes[branch].weight);
      const surrogates = surrogatesFrom(
        answers[i],
        weights,
        plan.facts.attributes,
        plan.surrogates as SurrogateOptions,
      );
      const rule = { kind: "surrogates", surrogates, otherwise: missingRule("majority", weights) } as const;
      furnished[place] = { ...node, missing: rule };
    });
    const divisions = splits.map(({ id, node }) => ({
      node: id,
      test: node.test,
      missing: node.missing,
      branches: node.branches.map(() => next++),
    }));
    yield* ask({ ask: "divide", statistic: plan.statistic, divisions });
    level = splits.flatMap(({ node }, i) => branchesOf(node, divisions[i].branches));
  }
}

function branchesOf(node: SplitNode, ids: readonly number[]) {
  return node.branches.map((place, b) => ({ place, id: ids[b] }));
}
