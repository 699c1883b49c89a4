import { ask, type Conversation, type Summary } from "../engine/port.js";
import type { ClassFacts, NodeFacts, TreeNode, ValueFacts } from "../model/tree.js";
import type { GrowNode } from "./growNode.js";
import { classFacts, meanFacts, medianFacts } from "./label/facts.js";
import type { Plan } from "./plan.js";

/** The grown tree as plain data: nodes in preorder, each with what it would answer as a leaf. */
export function* flatten(root: GrowNode, plan: Plan): Conversation<TreeNode[]> {
  const order = preorder(root);
  const place = new Map(order.map(({ node }, i) => [node, i]));
  const summaries = yield* leafSummaries(order.map(({ node }) => node), plan);
  const facts: NodeFacts[] = [];
  return order.map(({ node, parent }, i) => {
    facts[i] = factsOf(summaries.get(node) ?? node.summary, plan, parent && facts[place.get(parent)!]);
    if (node.branches === undefined || node.planned === undefined) return facts[i];
    const { test, missing, gain, superclasses } = node.planned;
    const branches = node.branches.map((branch) => place.get(branch)!);
    return { ...facts[i], test, branches, missing, gain: plan.inUserUnits(gain), ...(superclasses && { superclasses }) };
  });
}

export function preorder(root: GrowNode): { node: GrowNode; parent?: GrowNode }[] {
  const order: { node: GrowNode; parent?: GrowNode }[] = [];
  const stack: { node: GrowNode; parent?: GrowNode }[] = [{ node: root }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    order.push(next);
    const { node } = next;
    if (node.branches) for (const branch of node.branches.toReversed()) stack.push({ node: branch, parent: node });
  }
  return order;
}

/** Medians need the target's ranks; when growth went by squared error the leaves are asked for them afterwards. */
function* leafSummaries(nodes: readonly GrowNode[], plan: Plan): Conversation<Map<GrowNode, Summary>> {
  if (plan.facts.target.kind === "classes" || plan.leaf === "mean" || plan.statistic === "ranks") return new Map();
  const leaves = nodes.filter((node) => node.branches === undefined);
  const answers = yield* ask({ ask: "summarise", statistic: "ranks", nodes: leaves.map((leaf) => leaf.id) });
  return new Map(leaves.map((leaf, i) => [leaf, answers[i]]));
}

function factsOf(summary: Summary, { facts }: Plan, parent: NodeFacts | undefined): NodeFacts {
  const { target } = facts;
  if (target.kind === "classes") return classFacts(summary.sums, parent as ClassFacts | undefined);
  if (summary.ranks !== undefined) return medianFacts(summary.ranks, target, parent as ValueFacts | undefined);
  return meanFacts(summary, target, parent as ValueFacts | undefined);
}
