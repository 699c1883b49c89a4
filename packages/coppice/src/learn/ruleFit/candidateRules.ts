import type { Problem } from "../../engine/problem.js";
import type { Condition } from "../../model/condition.js";
import type { PackedTrees } from "../../model/packed.js";
import { isSplit } from "../../model/tree.js";
import { unpackTree } from "../../model/unpackTree.js";
import { nodeConditions } from "../../rules/rulesOf.js";
import { columnSchema } from "../../table/column.js";

/** Conditions that must all hold. */
export type Conjunction = readonly Condition[];

/**
 * The conditions on the way to every node of every tree, each once, trees in their order. The last branch of a root is
 * left out: its rule is that the first one's fails.
 */
export function candidateRules(trees: PackedTrees, problem: Problem): Conjunction[] {
  const attributes = problem.attributes.map(columnSchema);
  const found = new Map<string, Conjunction>();
  for (let tree = 0; tree + 1 < trees.starts.length; tree++) {
    const nodes = unpackTree(trees, tree, attributes, "regression");
    const [root] = nodes;
    if (!isSplit(root)) continue;
    const left = root.branches.length === 2 ? root.branches[1] : -1;
    nodeConditions({ attributes, nodes }).forEach((conditions, node) => {
      if (node === 0 || node === left) return;
      const sorted = [...conditions].sort((a, b) => a.attribute - b.attribute);
      const key = JSON.stringify(sorted);
      if (!found.has(key)) found.set(key, sorted);
    });
  }
  return [...found.values()];
}
