import type { BoostPlan } from "../../../kernels/drivers/boost/plan.js";
import type { GrowthNode } from "./growthNode.js";

/** A node to divide. `deeper`: its branches may be split, too, so that they are to be tallied. */
export interface Chosen {
  readonly node: GrowthNode;
  readonly deeper: boolean;
}

/** How far growth is known: the leaves so far, and the nodes that it splits without their branches being known. */
interface Played {
  readonly leaves: readonly GrowthNode[];
  readonly unknown: readonly Chosen[];
}

/** The place of the leaf to split next: the one that gains most, or of the least depth; of equal ones the first. */
function nextOf(leaves: readonly (GrowthNode | undefined)[], byDepth: boolean): number {
  let best = -1;
  let than: GrowthNode | undefined;
  for (let i = 0; i < leaves.length; i++) {
    const leaf = leaves[i];
    if (leaf === undefined || leaf.gain <= 0) continue;
    if (than !== undefined && !(byDepth ? leaf.depth < than.depth : leaf.gain > than.gain)) continue;
    [best, than] = [i, leaf];
  }
  return best;
}

/**
 * Splits leaves in the order of growth, and numbers the nodes. A node whose branches are not known is split, too, as if they were
 * leaves: whatever they turn out to be can only delay the splits of the others, so that no node is split in the end that is not
 * split here.
 */
function play(root: GrowthNode, { maxLeaves, byDepth, maxDepth }: BoostPlan): Played {
  root.visit((node) => {
    [node.id, node.isSplit] = [-1, false];
  });
  root.id = 0;
  const unknown: Chosen[] = [];
  const leaves: (GrowthNode | undefined)[] = [root];
  while (leaves.length < maxLeaves) {
    const at = nextOf(leaves, byDepth);
    if (at < 0) break;
    const node = leaves[at]!;
    node.firstId = 2 * leaves.length - 1;
    const [left, right] = node.branches ?? [];
    if (left && right) {
      node.isSplit = true;
      [left.id, right.id] = [node.firstId, node.firstId + 1];
    } else unknown.push({ node, deeper: leaves.length + 1 < maxLeaves && node.depth + 1 < maxDepth });
    leaves[at] = left;
    leaves.push(right);
  }
  return { leaves: leaves.filter((leaf) => leaf !== undefined), unknown };
}

/** The leaves of a tree that is known. */
export function leavesOf(root: GrowthNode, plan: BoostPlan): readonly GrowthNode[] {
  return play(root, plan).leaves;
}

/** The nodes that the next pass divides; none: the tree is known. */
export function toExpand(root: GrowthNode, plan: BoostPlan): readonly Chosen[] {
  const { unknown } = play(root, plan);
  // What is drawn for a node depends on its number, which is only certain for the next one unless growth goes by depth.
  return plan.nodeAttributes > 0 && !plan.byDepth ? unknown.slice(0, 1) : unknown;
}
