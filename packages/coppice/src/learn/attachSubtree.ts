import type { Summary } from "../engine/port.js";
import type { GrownTree } from "../model/grownTree.js";
import type { Test } from "../model/test.js";
import type { GrowNode } from "./growNode.js";
import { missingRule } from "./missing/rule.js";
import type { Plan } from "./plan.js";
import { sumsWeight, thresholdAt, widthOf } from "./treeColumns.js";

/** Attaches a subtree that the engine grew to `node`; returns the weight in its leaves. */
export function attachSubtree(
  node: GrowNode,
  tree: GrownTree,
  plan: Plan,
  make: (summary: Summary, depth: number) => GrowNode,
): number {
  let settled = 0;
  const stack: [GrowNode, number][] = [[node, 0]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [at, i] = next;
    if (tree.attribute[i] < 0) {
      if (at !== node) settled += at.summary.weight;
      continue;
    }
    const [left, right] = [i + 1, i + tree.skip[i]];
    const branches = [left, right].map((branch) => make(summaryAt(tree, branch, plan), at.depth + 1));
    at.planned = {
      test: testAt(tree, i, plan),
      missing: missingRule("majority", [tree.leftWeight[i], tree.rightWeight[i]]),
      gain: tree.gain[i] / at.judgedWeight,
      outcomes: 2,
    };
    at.branches = branches;
    stack.push([branches[1], right], [branches[0], left]);
  }
  return settled;
}

function summaryAt({ rows, pure, sums: all }: GrownTree, i: number, { facts: { target } }: Plan): Summary {
  const width = widthOf(target);
  const sums = all.slice(i * width, (i + 1) * width);
  return { rows: rows[i], weight: sumsWeight(sums, 0, target), sums, pure: pure[i] === 1 };
}

function testAt(tree: GrownTree, i: number, plan: Plan): Test {
  const attribute = tree.attribute[i];
  const set = tree.sets.get(i);
  return set
    ? { kind: "subset", attribute, left: set.left, right: set.right }
    : { kind: "threshold", attribute, threshold: thresholdAt(tree, i, plan) };
}
