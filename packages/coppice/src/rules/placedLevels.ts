import type { SubsetTest } from "../model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../model/tree.js";

/**
 * The tree with every declared level assigned to the branch it takes: if an unseen level goes down one branch, the
 * rules of that branch may as well list it. (If such rows are divided or follow surrogates, no rule can.)
 */
export function withPlacedLevels(model: TreeModel): TreeModel {
  const placed = model.nodes.map((node) => (isSplit(node) ? placedNode(node, model) : node));
  return placed.some((node, i) => node !== model.nodes[i]) ? { ...model, nodes: placed } : model;
}

function placedNode(node: SplitNode, { attributes }: TreeModel): SplitNode {
  const { test, missing } = node;
  if (test.kind !== "subset" || missing.kind !== "branch" || missing.to > 1) return node;
  const seen = new Set([...test.left, ...test.right]);
  const levels = (attributes[test.attribute].levels ?? []).map((_, code) => code);
  const unseen = levels.filter((code) => !seen.has(code));
  return unseen.length === 0 ? node : { ...node, test: withLevels(test, unseen, missing.to) };
}

function withLevels({ left, right, ...test }: SubsetTest, levels: readonly number[], to: number): SubsetTest {
  const add = (side: readonly number[]) => [...side, ...levels].sort((a, b) => a - b);
  return to === 0 ? { ...test, left: add(left), right } : { ...test, left, right: add(right) };
}
