import { classBits, testBits } from "../prune/mdl.js";
import type { IncNode } from "./incNode.js";
import { testOf } from "./treeNodes.js";

/**
 * Virtual pruning (Utgoff, Berkman and Clouse 1997): marks where the tree of the fewest bits ends (`prune/mdl`), and keeps
 * what is below, which later rows may justify. Only what changed since the last time is computed again.
 */
export function markCuts(root: IncNode, levels: readonly number[]): void {
  const stack: { readonly node: IncNode; isOpened: boolean }[] = [{ node: root, isOpened: false }];
  for (let top = stack[stack.length - 1]; top !== undefined; top = stack[stack.length - 1]) {
    const { node } = top;
    if (node.bits === undefined && node.split && !top.isOpened) {
      top.isOpened = true;
      stack.push({ node: node.split.high, isOpened: false }, { node: node.split.low, isOpened: false });
      continue;
    }
    stack.pop();
    if (node.bits === undefined) mark(node, levels);
  }
}

/** The operations are those of `mdl`, in its order. */
function mark(node: IncNode, levels: readonly number[]): void {
  const { counts, rows, split } = node;
  const asLeaf = 1 + (rows > 0 ? classBits(Array.from(counts)) : 0);
  node.bits = asLeaf;
  node.isCut = true;
  if (split === undefined) return;
  const test = testOf(split.test, levels[split.test.attribute]);
  const below = 1 + testBits(test, rows, levels.length) + split.low.bits! + split.high.bits!;
  node.isCut = asLeaf <= below;
  if (!node.isCut) node.bits = below;
}
