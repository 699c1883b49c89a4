import { growTree, type TreeToGrow } from "../learn/fit.js";
import type { TreeModel } from "../model/tree.js";

/**
 * Takes trees that no thread has taken yet, one after the other, until none is left. Each is grown by the calling thread
 * alone: with several trees to grow, one per thread keeps all threads busy longest.
 */
export function growShare(
  trees: readonly TreeToGrow[],
  taken: Int32Array,
  onGrown: (index: number, model: TreeModel) => void,
): void {
  for (;;) {
    const index = Atomics.add(taken, 0, 1);
    if (index >= trees.length) return;
    onGrown(index, growTree(trees[index]()));
  }
}
