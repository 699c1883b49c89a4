import { bySurrogates, plainRule } from "../model/surrogates.js";
import { branchOf, gateShares, UNKNOWN } from "../model/test.js";
import { isSplit, type TreeModel } from "../model/tree.js";
import type { Cells } from "./bind.js";
import { branchSharesOf, openOf } from "./eachValue.js";

/**
 * Every leaf that a row reaches, with its share of the row; the shares sum to 1. This defines the meaning of a tree:
 * compiled trees are tested against it. Leaves are in preorder; branches with share 0 are not visited.
 */
export function walk(
  model: Pick<TreeModel, "nodes" | "derived">,
  cells: readonly Cells[],
  row: number,
  visit: (leaf: number, share: number) => void,
): void {
  const nodes = [0];
  const shares = [1];
  const opens = [openOf(model)];
  while (nodes.length > 0) {
    const index = nodes.pop()!;
    const share = shares.pop()!;
    const open = opens.pop();
    const node = model.nodes[index];
    if (!isSplit(node)) {
      visit(index, share);
      continue;
    }
    const { attribute } = node.test;
    const cell = cells[attribute][row];
    let outcome = branchOf(node.test, cell);
    if (node.test.kind === "gate" && outcome !== UNKNOWN) {
      const parts = gateShares(node.test, cell);
      for (let b = 1; b >= 0; b--) {
        if (!(share * parts[b] > 0)) continue;
        nodes.push(node.branches[b]);
        shares.push(share * parts[b]);
        opens.push(open);
      }
      continue;
    }
    // A level is not a missing value, even if the test does not cover it.
    if (outcome === UNKNOWN && !(cell >= 0) && open?.has(attribute)) {
      for (const sent of branchSharesOf(node, open).reverse()) {
        nodes.push(node.branches[sent.branch]);
        shares.push(share * sent.share);
        opens.push(sent.open);
      }
      continue;
    }
    if (outcome === UNKNOWN && node.missing.kind === "surrogates") {
      outcome = bySurrogates(node.missing, (a) => cells[a][row]);
    }
    const rule = plainRule(node.missing);
    if (outcome === UNKNOWN && rule.kind === "share") {
      for (let b = node.branches.length - 1; b >= 0; b--) {
        const part = rule.shares[b];
        if (!(part > 0)) continue;
        nodes.push(node.branches[b]);
        shares.push(share * part);
        opens.push(open);
      }
      continue;
    }
    nodes.push(node.branches[outcome === UNKNOWN && rule.kind === "branch" ? rule.to : outcome]);
    shares.push(share);
    opens.push(open);
  }
}
