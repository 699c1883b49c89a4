import { putPacked } from "../model/packedLeaf.js";
import type { ClassFacts, NodeFacts, TreeNode, ValueFacts } from "../model/tree.js";
import type { GrowNode, PlannedSplit } from "./growNode.js";
import { classFacts, meanFacts, meanOfRanks, medianFacts, midrangeFacts } from "./label/facts.js";
import type { Plan } from "./plan.js";

/**
 * The grown tree as plain data: nodes in preorder, each with what it would predict as a leaf. `above` are the facts of the
 * parent of the root, if it is a part of a larger tree.
 */
export function flatten(root: GrowNode, plan: Plan, above?: NodeFacts): TreeNode[] {
  const order = preorder(root);
  /** The index of each node in the list, by its number. */
  const place = new Int32Array(order.reduce((most, node) => Math.max(most, node.id), 0) + 1);
  order.forEach((node, i) => {
    place[node.id] = i;
  });
  const parents = new Array<NodeFacts | undefined>(order.length);
  parents[0] = above;
  return order.map((node, i) => {
    const facts = factsOf(node, plan, parents[i]);
    const { branches, planned } = node;
    if (node.packed) putPacked(facts, node.packed);
    if (branches === undefined || planned === undefined) return facts;
    for (const branch of branches) parents[place[branch.id]] = facts;
    return splitOf(
      facts,
      planned,
      branches.map((branch) => place[branch.id]),
      plan,
    );
  });
}

/** Written out field by field: spreading objects took a tenth of the time of growing a full tree. */
export function splitOf(
  facts: NodeFacts,
  planned: Omit<PlannedSplit, "outcomes">,
  branches: number[],
  { inUserUnits }: Plan,
): TreeNode {
  const { test, superclasses, competitors } = planned;
  const missing = planned.atPrediction ?? planned.missing;
  const gain = inUserUnits(planned.shown ?? planned.gain);
  const split: TreeNode =
    "counts" in facts
      ? { weight: facts.weight, counts: facts.counts, label: facts.label, test, branches, missing, gain }
      : { weight: facts.weight, value: facts.value, error: facts.error, test, branches, missing, gain };
  if (superclasses === undefined && competitors === undefined) return split;
  const rivals = competitors?.map((rival) => ({ test: rival.test, gain: inUserUnits(rival.gain) }));
  return { ...split, ...(superclasses && { superclasses }), ...(rivals && { competitors: rivals }) };
}

export function preorder(root: GrowNode): GrowNode[] {
  const order: GrowNode[] = [];
  const stack: GrowNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    if (node.branches) for (let b = node.branches.length - 1; b >= 0; b--) stack.push(node.branches[b]);
  }
  return order;
}

export function factsOf(
  { summary, ranks = summary.ranks }: GrowNode,
  { facts, costs, leaf }: Plan,
  parent: NodeFacts | undefined,
): NodeFacts {
  const { target } = facts;
  if (target.kind === "classes") return classFacts(summary.sums, parent as ClassFacts | undefined, costs);
  const above = parent as ValueFacts | undefined;
  if (ranks === undefined) return meanFacts(summary, target, above);
  if (leaf === "mean") return meanOfRanks(ranks, summary.pure, target, above);
  return (leaf === "midrange" ? midrangeFacts : medianFacts)(ranks, target, above);
}
