import { edgesBelow } from "../../base/edgesBelow.js";
import { LEAF, ON_LEVELS, type PackedTrees } from "../../model/packed.js";
import type { TreeModel } from "../../model/tree.js";
import type { Edges } from "./edges.js";

/** A tree grown from bins as one that tests numbers: a threshold among bins becomes the edge above the last bin on its left. */
export function treeOnEdges(model: TreeModel, edges: Edges): TreeModel {
  return { ...model, nodes: mapped(model.nodes, edges) };
}

/** Tests stand in nodes, as surrogates and as competitors: the same data with their thresholds and edges changed. */
function mapped<T>(value: T, edges: Edges): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    // Lists of numbers, such as counts, hold no tests.
    return typeof value[0] === "number" ? value : (value.map((item) => mapped(item, edges)) as T);
  }
  const copy = { ...value } as Record<string, unknown>;
  const its = typeof copy.attribute === "number" ? edges[copy.attribute] : undefined;
  for (const [key, item] of Object.entries(copy)) {
    if (its && key === "threshold") copy[key] = its[Math.floor(item as number)];
    else if (its && key === "edges") copy[key] = (item as number[]).map((edge) => its[Math.floor(edge)]);
    else if (typeof item === "object") copy[key] = mapped(item, edges);
  }
  return copy as T;
}

/** The same for packed trees. */
export function packedOnEdges(trees: PackedTrees, edges: Edges): PackedTrees {
  return withThresholds(trees, edges, (its, bin) => its[Math.floor(bin)]);
}

/** Back again: thresholds that are edges as thresholds among bins. */
export function packedInBins(trees: PackedTrees, edges: Edges): PackedTrees {
  return withThresholds(trees, edges, edgesBelow);
}

function withThresholds(
  trees: PackedTrees,
  edges: Edges,
  change: (its: Float64Array, threshold: number) => number,
): PackedTrees {
  const { attribute, flags } = trees;
  const threshold = trees.threshold.slice();
  for (let node = 0; node < threshold.length; node++) {
    if (attribute[node] === LEAF || (flags[node] & ON_LEVELS) !== 0) continue;
    const its = edges[attribute[node]];
    if (its) threshold[node] = change(its, threshold[node]);
  }
  return { ...trees, threshold };
}
