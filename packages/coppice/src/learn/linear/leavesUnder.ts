import { isSplit, type TreeModel } from "../../model/tree.js";
import type { FittedNode } from "./fittedNodes.js";
import { penalty } from "./linearFit.js";

/**
 * Which nodes are leaves after pruning from the leaves upward: a node's own model takes the place of its branches if its
 * expected error is not greater (Quinlan 1992; Wang and Witten 1997). Nodes below a leaf may be marked too. A split counts
 * as one parameter; `factor` is what a parameter weighs in the expected error, undefined if nothing is pruned.
 */
export function leavesUnder(
  { nodes }: Pick<TreeModel, "nodes">,
  fitted: readonly FittedNode[],
  factor: number | undefined,
): Uint8Array {
  if (factor === undefined) return Uint8Array.from(nodes, (node) => (isSplit(node) ? 0 : 1));
  const isLeaf = new Uint8Array(nodes.length);
  /** Of the subtree that is left below a node, or of its own model. */
  const squares = new Float64Array(nodes.length);
  const parameters = new Float64Array(nodes.length);
  // Backwards, a node's branches are known before it.
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i];
    const { weight, error, terms } = fitted[i].fit;
    const own = terms.length + 1;
    if (isSplit(node)) {
      squares[i] = node.branches.reduce((sum, branch) => sum + squares[branch], 0);
      parameters[i] = node.branches.reduce((sum, branch) => sum + parameters[branch], 1);
      const expected = Math.sqrt(squares[i] / weight) * penalty(weight, parameters[i], factor);
      if (!(error * penalty(weight, own, factor) <= expected)) continue;
    }
    isLeaf[i] = 1;
    squares[i] = error * error * weight;
    parameters[i] = own;
  }
  return isLeaf;
}

/** The nodes that are left if some are leaves, in preorder. */
export function nodesAbove(nodes: TreeModel["nodes"], isLeaf: Uint8Array): number[] {
  const kept: number[] = [];
  const pending = [0];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    kept.push(next);
    const node = nodes[next];
    if (isSplit(node) && isLeaf[next] === 0) pending.push(...[...node.branches].reverse());
  }
  return kept;
}
