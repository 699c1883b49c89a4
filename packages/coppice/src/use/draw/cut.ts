import { depthsOf, isSplit, type TreeModel } from "../../model/tree.js";
import { endsOf } from "../../model/walk.js";

/** The part of a tree that a drawing shows. */
export interface Cut {
  /** Nodes in preorder. */
  readonly shown: readonly number[];
  /** For a shown split whose branches are not shown: how many nodes are below it. */
  readonly hidden: ReadonlyMap<number, number>;
}

export function cutAt(tree: Pick<TreeModel, "nodes">, maxDepth = Infinity): Cut {
  const depths = depthsOf(tree);
  const ends = endsOf(tree);
  const shown: number[] = [];
  const hidden = new Map<number, number>();
  for (let i = 0; i < tree.nodes.length; i++) {
    shown.push(i);
    if (depths[i] < maxDepth || !isSplit(tree.nodes[i])) continue;
    hidden.set(i, ends[i] - i - 1);
    i = ends[i] - 1;
  }
  return { shown, hidden };
}

/** The greatest depth at which a drawing has at most `limit` nodes; at least 1. */
export function depthWithin(tree: Pick<TreeModel, "nodes">, limit: number): number {
  const perDepth: number[] = [];
  for (const depth of depthsOf(tree)) perDepth[depth] = (perDepth[depth] ?? 0) + 1;
  let nodes = 0;
  for (let depth = 0; depth < perDepth.length; depth++) {
    nodes += perDepth[depth];
    if (nodes > limit) return Math.max(1, depth - 1);
  }
  return perDepth.length;
}

export function moreNodes(count: number): string {
  return `… ${count} more ${count === 1 ? "node" : "nodes"}`;
}
