import { isSplit, type SplitNode, type TreeModel } from "coppice";

/**
 * Which node a learner divides next: the first branch of the last one, level by level, or where most impurity goes. A tree that is
 * found as a whole has no such order.
 */
export type GrowthBy = "depth" | "level" | "best" | "whole";

/** By the options that the model records, as the library decides it for tables in memory. */
export function growthBy({ options }: Pick<TreeModel, "options">): GrowthBy {
  const { order = "auto", maxLeaves, validation } = options;
  if (maxLeaves !== undefined && order === "auto") return "best";
  if (validation !== undefined || order === "level") return "level";
  return order === "best" ? "best" : "depth";
}

/** The split nodes of a tree in the order in which they were divided. */
export function growthOrder(model: TreeModel, by: GrowthBy): Int32Array {
  if (by === "best") return bestFirst(model);
  const depth = depthsOf(model);
  const splits = model.nodes.flatMap((node, i) => (isSplit(node) ? [i] : []));
  if (by === "level") splits.sort((a, b) => depth[a] - depth[b] || a - b);
  return Int32Array.from(splits);
}

function depthsOf({ nodes }: TreeModel): Int32Array {
  const depth = new Int32Array(nodes.length);
  nodes.forEach((node, i) => {
    if (isSplit(node)) for (const to of node.branches) depth[to] = depth[i] + 1;
  });
  return depth;
}

interface Open {
  readonly node: number;
  readonly worth: number;
}

/** The greatest gain × weight first; on a tie the node that exists longer. */
function bestFirst({ nodes }: TreeModel): Int32Array {
  const order: number[] = [];
  const open: Open[] = [];
  const add = (node: number) => {
    const split = nodes[node];
    if (isSplit(split)) open.push({ node, worth: (split as SplitNode).gain * split.weight });
  };
  add(0);
  while (open.length > 0) {
    let best = 0;
    for (let i = 1; i < open.length; i++) if (open[i].worth > open[best].worth) best = i;
    const [{ node }] = open.splice(best, 1);
    order.push(node);
    for (const to of (nodes[node] as SplitNode).branches) add(to);
  }
  return Int32Array.from(order);
}
