import { branchOf, UNKNOWN } from "../../model/test.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import type { Cells } from "./bind.js";

/**
 * Every leaf that answers for a row, with the row's share of it; the shares sum to 1. This is what a tree means: the
 * compiled tree is proven against it. Leaves come in preorder; branches of share 0 are not visited.
 */
export function walk(
  model: Pick<TreeModel, "nodes">,
  cells: readonly Cells[],
  row: number,
  visit: (leaf: number, share: number) => void,
): void {
  const nodes = [0];
  const shares = [1];
  while (nodes.length > 0) {
    const index = nodes.pop()!;
    const share = shares.pop()!;
    const node = model.nodes[index];
    if (!isSplit(node)) {
      visit(index, share);
      continue;
    }
    const outcome = branchOf(node.test, cells[node.test.attribute][row]);
    if (outcome === UNKNOWN && node.missing.kind === "share") {
      for (let b = node.branches.length - 1; b >= 0; b--) {
        const part = node.missing.shares[b];
        if (!(part > 0)) continue;
        nodes.push(node.branches[b]);
        shares.push(share * part);
      }
      continue;
    }
    const branch = outcome === UNKNOWN && node.missing.kind === "branch" ? node.missing.to : outcome;
    nodes.push(node.branches[branch]);
    shares.push(share);
  }
}
