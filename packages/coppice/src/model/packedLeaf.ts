import type { PackedTrees } from "./packed.js";
import type { TreeNode } from "./tree.js";

const trees = new WeakMap<TreeNode, PackedTrees>();

/** A leaf in whose place a tree stands that was grown elsewhere, and of which only the columns are known. */
export function packedAt(leaf: TreeNode): PackedTrees | undefined {
  return trees.get(leaf);
}

export function putPacked(leaf: TreeNode, tree: PackedTrees): void {
  trees.set(leaf, tree);
}
