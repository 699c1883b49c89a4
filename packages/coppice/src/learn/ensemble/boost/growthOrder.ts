import type { BoostPlan } from "../../../kernels/drivers/boost/plan.js";
import type { GrowthNode } from "./growthNode.js";

/** A node to divide. `deeper`: its branches may be split, too, so that they are to be tallied. */
export interface Chosen {
  readonly node: GrowthNode;
  readonly deeper: boolean;
}

/** The leaf to split next: the one that gains most, or of the least depth; of equal ones the first. */
export function nextOf(leaves: readonly GrowthNode[], byDepth: boolean): number {
  let best = -1;
  leaves.forEach(({ gain, depth }, i) => {
    if (gain <= 0) return;
    const than = leaves[best];
    if (best < 0 || (byDepth ? depth < than.depth : gain > than.gain)) best = i;
  });
  return best;
}

/** Splits leaves in the order of growth as far as their branches are known, and numbers the nodes; returns the leaves. */
export function playedOut(root: GrowthNode, { maxLeaves, byDepth }: BoostPlan): GrowthNode[] {
  root.visit((node) => {
    [node.id, node.isSplit] = [-1, false];
  });
  root.id = 0;
  const leaves = [root];
  while (leaves.length < maxLeaves) {
    const at = nextOf(leaves, byDepth);
    if (at < 0) break;
    const node = leaves[at];
    node.firstId = 2 * leaves.length - 1;
    if (node.branches === undefined) break;
    node.isSplit = true;
    const [left, right] = node.branches;
    [left.id, right.id] = [node.firstId, node.firstId + 1];
    leaves[at] = left;
    leaves.push(right);
  }
  return leaves;
}

/** The nodes that the next pass divides; none: the tree is known. */
export function toExpand(root: GrowthNode, plan: BoostPlan): Chosen[] {
  const leaves = playedOut(root, plan);
  const next = leaves.length < plan.maxLeaves ? nextOf(leaves, plan.byDepth) : -1;
  if (next < 0) return [];
  if (plan.byDepth) return levelOf(leaves, leaves[next].depth, plan);
  // What is drawn for a node depends on its place, which is known for the next one alone.
  if (plan.nodeAttributes > 0) return [chosen(leaves[next], leaves.length + 1 < plan.maxLeaves, plan)];
  return likely(root, plan);
}

function chosen(node: GrowthNode, mayGoOn: boolean, { maxDepth }: BoostPlan): Chosen {
  return { node, deeper: mayGoOn && node.depth + 1 < maxDepth };
}

/** All leaves of one depth that will be split, in order. */
function levelOf(leaves: readonly GrowthNode[], depth: number, plan: BoostPlan): Chosen[] {
  const level = leaves
    .filter((node) => node.depth === depth && node.gain > 0)
    .slice(0, plan.maxLeaves - leaves.length);
  return level.map((node, i) => {
    node.firstId = 2 * (leaves.length + i) - 1;
    return chosen(node, leaves.length + level.length < plan.maxLeaves, plan);
  });
}

/**
 * The nodes that may still be split, the best first. A node's rank is the least gain on its path: whatever is found later, all
 * nodes of higher rank are split before it, so that it is only split if they are fewer than the splits that there may be.
 */
function likely(root: GrowthNode, plan: BoostPlan): Chosen[] {
  const ranked = root.gain > 0 ? [{ node: root, rank: root.gain }] : [];
  for (const { node, rank } of ranked)
    for (const branch of node.branches ?? [])
      if (branch.gain > 0) ranked.push({ node: branch, rank: Math.min(rank, branch.gain) });
  ranked.sort((a, b) => b.rank - a.rank);
  const splits = plan.maxLeaves - 1;
  const found: Chosen[] = [];
  let higher = 0;
  ranked.forEach(({ node, rank }, i) => {
    if (i > 0 && rank < ranked[i - 1].rank) higher = i;
    if (higher >= splits || node.branches !== undefined) return;
    found.push(chosen(node, higher + 1 < splits, plan));
  });
  return found;
}
