import type { Sprout, SproutSplit, Summary } from "../engine/port.js";
import type { Test } from "../model/test.js";
import { placeThreshold } from "./branch/placement.js";
import type { GrowNode } from "./growNode.js";
import { missingRule } from "./missing/rule.js";
import type { Plan } from "./plan.js";

/** Puts a subtree that the engine grew below `node`; the weight that came to rest in its leaves. */
export function plant(
  node: GrowNode,
  sprout: Sprout,
  plan: Plan,
  make: (summary: Summary, depth: number) => GrowNode,
): number {
  let settled = 0;
  const stack: [GrowNode, Sprout][] = [[node, sprout]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [at, { split }] = next;
    if (split === undefined) {
      if (at !== node) settled += at.summary.weight;
      continue;
    }
    const [left, right] = split.branches.map((branch) => make(summaryOf(branch), at.depth + 1));
    at.planned = {
      test: testOf(split, plan),
      missing: missingRule("majority", split.weights),
      gain: split.gain / at.summary.weight,
      outcomes: 2,
    };
    at.branches = [left, right];
    stack.push([right, split.branches[1]], [left, split.branches[0]]);
  }
  return settled;
}

function summaryOf({ rows, sums, pure }: Sprout): Summary {
  let weight = 0;
  for (let k = 0; k < sums.length; k++) weight += sums[k];
  return { rows, weight, sums, pure };
}

function testOf({ attribute, cut, weights: [left, right] }: SproutSplit, { facts, options }: Plan): Test {
  if (cut.kind === "sets") return { kind: "subset", attribute, left: cut.left, right: cut.right };
  const { values } = facts.attributes[attribute];
  if (values === undefined) return { kind: "threshold", attribute, threshold: cut.low };
  const threshold = placeThreshold(
    options.threshold,
    values[cut.low],
    values[cut.high],
    left / (left + right),
    values,
  );
  return { kind: "threshold", attribute, threshold };
}
