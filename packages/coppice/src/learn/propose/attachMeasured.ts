import type { Summary } from "../../engine/port.js";
import { placeThreshold } from "../branch/placement.js";
import { shortest } from "../branch/shortThresholds.js";
import type { GrowNode } from "../growNode.js";
import { splitRules } from "../missing/splitRules.js";
import { addCutMeasures, type Plan } from "../plan.js";
import type { MeasuredTree } from "./measuredTree.js";

/** A node of a subtree that is left to the learner, and its rows. */
export interface LeftOpen {
  readonly node: GrowNode;
  readonly rows: Int32Array;
}

/** Attaches a subtree to `node`; returns the nodes left open, in preorder, and the weight in its leaves. */
export function attachMeasured(
  node: GrowNode,
  tree: MeasuredTree,
  plan: Plan,
  make: (summary: Summary, depth: number) => GrowNode,
): { readonly open: readonly LeftOpen[]; readonly settled: number } {
  const first = plan.facts.attributes.length;
  addCutMeasures(plan, tree.measures);
  const open: LeftOpen[] = [];
  let settled = 0;
  const stack: [GrowNode, number][] = [[node, 0]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [at, i] = next;
    if (tree.measure[i] < 0) {
      const rows = tree.open.get(i);
      if (rows) open.push({ node: at, rows });
      else if (at !== node) settled += at.summary.weight;
      continue;
    }
    const [left, right] = [i + 1, i + tree.skip[i]];
    const branches = [left, right].map((branch) => make(summaryAt(tree, branch), at.depth + 1));
    const weights = [tree.leftWeight[i], tree.rightWeight[i]];
    at.planned = {
      test: { kind: "threshold", attribute: first + tree.measure[i], threshold: thresholdAt(tree, i, plan) },
      ...splitRules(plan.options, { weights }),
      gain: tree.gain[i] / at.judgedWeight,
      outcomes: 2,
    };
    at.branches = branches;
    stack.push([branches[1], right], [branches[0], left]);
  }
  return { open, settled };
}

function summaryAt({ rows, sums: all, nodes }: MeasuredTree, i: number): Summary {
  const width = all.length / nodes;
  const sums = all.slice(i * width, (i + 1) * width);
  let [weight, present] = [0, 0];
  for (const sum of sums) {
    weight += sum;
    if (sum > 0) present++;
  }
  return { rows: rows[i], weight, sums, pure: present < 2 };
}

const NO_VALUES = new Float64Array(0);

function thresholdAt(tree: MeasuredTree, i: number, { options }: Plan): number {
  const [left, right] = [tree.leftWeight[i], tree.rightWeight[i]];
  const gap = { low: tree.low[i], high: tree.high[i] };
  const placed = placeThreshold(options.threshold, gap.low, gap.high, left / (left + right), NO_VALUES);
  return shortest(placed, gap);
}
