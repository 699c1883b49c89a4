import type { Summary } from "../engine/port.js";
import { type GrownTree, grownBranches, grownWeights, isGrownLeaf } from "../model/grownTree.js";
import type { Test } from "../model/test.js";
import { shortest } from "./branch/shortThresholds.js";
import type { GrowNode } from "./growNode.js";
import { grownTestAt, sumsWeight, widthOf } from "./grownNodes.js";
import { splitRules } from "./missing/splitRules.js";
import { addCutMeasures, type Plan } from "./plan.js";
import type { MeasuredTree } from "./propose/measuredTree.js";

/** A node of a subtree that is left to the learner, and its rows. */
export interface LeftOpen {
  readonly node: GrowNode;
  readonly rows: Int32Array;
}

type MakeNode = (summary: Summary, depth: number) => GrowNode;

/** Attaches a subtree that was grown by other means to `node`; returns the weight in its leaves. */
export function attachGrown(node: GrowNode, tree: GrownTree, plan: Plan, make: MakeNode): number {
  return attach(node, tree, plan, make).settled;
}

/** The same for tests on measures, which the plan then has; also returns the nodes left open, in preorder. */
export function attachMeasured(node: GrowNode, tree: MeasuredTree, plan: Plan, make: MakeNode): Attached {
  const first = plan.facts.attributes.length;
  addCutMeasures(plan, tree.measures);
  const attribute = tree.attribute.map((measure) => (measure < 0 ? measure : first + measure));
  return attach(node, { ...tree, attribute }, plan, make, { rows: tree.open });
}

/** Of a tree that tests measures: the rows of its open nodes. Its thresholds are as short as those that the learner makes. */
interface Measured {
  readonly rows: ReadonlyMap<number, Int32Array>;
}

interface Attached {
  readonly open: readonly LeftOpen[];
  readonly settled: number;
}

function attach(top: GrowNode, tree: GrownTree, plan: Plan, make: MakeNode, measured?: Measured): Attached {
  const open: LeftOpen[] = [];
  let settled = 0;
  const stack: [GrowNode, number][] = [[top, 0]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, i] = next;
    if (isGrownLeaf(tree, i)) {
      const rows = measured?.rows.get(i);
      if (rows) open.push({ node, rows });
      else if (node !== top) settled += node.summary.weight;
      continue;
    }
    const places = grownBranches(tree, i);
    const branches = Array.from(places, (place) => make(summaryAt(tree, place, plan), node.depth + 1));
    node.planned = {
      test: measured ? shortTestAt(tree, i, plan) : grownTestAt(tree, i, plan),
      ...splitRules(plan.options, { weights: grownWeights(tree, i) }),
      gain: tree.gain[i] / node.judgedWeight,
      outcomes: branches.length,
      ...superclassesAt(tree, i, plan),
    };
    node.branches = branches;
    for (let b = branches.length - 1; b >= 0; b--) stack.push([branches[b], places[b]]);
  }
  return { open, settled };
}

function superclassesAt({ sideSums }: GrownTree, i: number, { criterion, facts: { target } }: Plan) {
  if (criterion.groups === undefined || sideSums === undefined) return {};
  const width = widthOf(target);
  const side = (second: number) => sideSums.subarray((2 * i + second) * width, (2 * i + second + 1) * width);
  return { superclasses: criterion.groups(side(0), side(1)) };
}

function shortTestAt(tree: GrownTree, i: number, plan: Plan): Test {
  const test = grownTestAt(tree, i, plan);
  if (test.kind !== "threshold") return test;
  return { ...test, threshold: shortest(test.threshold, { low: tree.low[i], high: tree.high[i] }) };
}

/** The summary of a node of a grown tree. */
export function summaryAt(
  { rows, pure, sums: all }: GrownTree,
  i: number,
  { facts: { target } }: Plan,
): Summary {
  const width = widthOf(target);
  const sums = all.slice(i * width, (i + 1) * width);
  return { rows: rows[i], weight: sumsWeight(sums, 0, target), sums, pure: pure[i] === 1 };
}
