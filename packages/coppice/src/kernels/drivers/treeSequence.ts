import type { GrownTree } from "../../model/grownTree.js";
import { mixedTreeKernel } from "../generated/mixedTree.js";
import type { Heap } from "../heap.js";
import type { Team } from "../team.js";
import { treeBytes } from "./treeJob.js";

/** What is read of a tree to prune it. */
export type TreeToPrune = Pick<GrownTree, "nodes" | "attribute" | "skip" | "sums">;

/** The nested trees of cost-complexity pruning by misclassified weight, from the root alone to the largest. */
export interface TreeSequence {
  /** By node, the alpha from which it is pruned. */
  readonly goneAt: Float64Array;
  readonly trees: readonly SequenceTree[];
}

export interface SequenceTree {
  readonly alpha: number;
  readonly splits: number;
  readonly cost: number;
}

const TREE_FIELDS = 3;

/** `job` is one of the kernel, at this address, with as many classes as the tree. */
export function treeSequence(team: Team, job: number, tree: TreeToPrune, classes: number): TreeSequence {
  const { heap } = team;
  const { nodes } = tree;
  const mark = heap.mark();
  const kernel = team.kernel(mixedTreeKernel);
  const scratch = heap.alloc(kernel.sequenceScratch(nodes));
  const to = heap.alloc(8 * (nodes + TREE_FIELDS * mostTreesOf(nodes)));
  const count = kernel.sequence(job, layTree(heap, tree, classes), nodes, scratch, to);
  const goneAt = heap.f64(to, nodes).slice();
  const fields = heap.f64(to + 8 * nodes, TREE_FIELDS * count);
  const trees = Array.from({ length: count }, (_, j): SequenceTree => {
    const at = TREE_FIELDS * j;
    return { alpha: fields[at], splits: fields[at + 1], cost: fields[at + 2] };
  });
  heap.release(mark);
  return { goneAt, trees };
}

/** The length of the longest sequence: each tree has at least one test more than the one before. */
export function mostTreesOf(nodes: number): number {
  return (nodes >> 1) + 2;
}

/** In the order of kernels/assembly/common/preorder.ts; other columns are not read. */
function layTree(heap: Heap, { nodes, attribute, skip, sums }: TreeToPrune, classes: number): number {
  const at = heap.alloc(treeBytes(nodes, classes));
  heap.f64(at, nodes * classes).set(sums);
  const words = at + 8 * nodes * (classes + 3);
  heap.i32(words + 4 * nodes, nodes).set(attribute);
  heap.i32(words + 8 * nodes, nodes).set(skip);
  return at;
}
