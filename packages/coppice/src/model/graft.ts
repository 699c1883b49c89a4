import { isSplit, type SplitNode, type TreeNode } from "./tree.js";

/** A place in a tree, and what is there: nodes with branches among themselves, or a test whose branches are places. */
export interface Slot {
  content:
    | { readonly nodes: readonly TreeNode[] }
    | { readonly node: SplitNode; readonly slots: readonly Slot[] };
}

export const emptySlot = (): Slot => ({ content: { nodes: [] } });

/** The nodes of a place in preorder, their branches renumbered; and where each place begins. */
export function graft(whole: Slot): {
  readonly nodes: TreeNode[];
  readonly starts: ReadonlyMap<Slot, number>;
} {
  const nodes: TreeNode[] = [];
  const starts = new Map<Slot, number>();
  const stack: { readonly slot: Slot; readonly branches: number[]; readonly branch: number }[] = [
    { slot: whole, branches: [], branch: 0 },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { slot, branches: above, branch } = next;
    const offset = nodes.length;
    above[branch] = offset;
    starts.set(slot, offset);
    const { content } = slot;
    if ("nodes" in content) {
      for (const node of content.nodes) nodes.push(shifted(node, offset));
      continue;
    }
    const branches = content.slots.map(() => 0);
    nodes.push({ ...content.node, branches });
    for (let b = content.slots.length - 1; b >= 0; b--)
      stack.push({ slot: content.slots[b], branches, branch: b });
  }
  return { nodes, starts };
}

/** Nodes [from, to) of a tree, which are a node and all below it, as a tree of their own. */
export function cutOut(nodes: readonly TreeNode[], from: number, to: number): TreeNode[] {
  return nodes.slice(from, to).map((node) => shifted(node, -from));
}

function shifted(node: TreeNode, by: number): TreeNode {
  return isSplit(node) ? { ...node, branches: node.branches.map((branch) => branch + by) } : node;
}
