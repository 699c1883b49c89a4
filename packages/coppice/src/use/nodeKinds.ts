import { isMeasure, type Measure } from "../model/measure.js";
import { isSplit, type TreeModel } from "../model/tree.js";

/** What the nodes of a tree test: one attribute, or a measure of several. */
export type NodeKind = "single" | Measure["kind"];

/**
 * How many nodes of each kind there are at each depth, from the root down: in an omnivariate tree complex nodes are expected near
 * the root (Yildiz and Alpaydin 2001).
 */
export function nodeKinds({ nodes, derived = [] }: TreeModel): ReadonlyMap<NodeKind, number>[] {
  const kinds = new Map<number, NodeKind>();
  for (const step of derived) if (isMeasure(step)) kinds.set(step.attribute, step.kind);
  const depths: Map<NodeKind, number>[] = [];
  const count = (index: number, depth: number) => {
    const node = nodes[index];
    if (!isSplit(node)) return;
    depths[depth] ??= new Map();
    const at = depths[depth];
    const kind = kinds.get(node.test.attribute) ?? "single";
    at.set(kind, (at.get(kind) ?? 0) + 1);
    for (const branch of node.branches) count(branch, depth + 1);
  };
  count(0, 0);
  return depths;
}

/** The kinds by depth on one line, `root 1 quadratic; depth 1: 1 single, 1 linear`; undefined if all tests are on one attribute. */
export function nodeKindsText(model: TreeModel): string | undefined {
  const depths = nodeKinds(model);
  if (depths.every((at) => [...at.keys()].every((kind) => kind === "single"))) return undefined;
  return depths
    .map((at, depth) => {
      const counts = [...at].map(([kind, count]) => `${count} ${kind}`).join(", ");
      return depth === 0 ? `root: ${counts}` : `depth ${depth}: ${counts}`;
    })
    .join("; ");
}
