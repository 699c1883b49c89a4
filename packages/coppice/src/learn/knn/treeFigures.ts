import { isSplit, type TreeModel } from "../../model/tree.js";

/** What the tests on each attribute gain over their rows, as shares of the whole; zeros for a leaf alone. */
export function gainShares({ nodes }: TreeModel, attributes: number): Float64Array {
  const gains = new Float64Array(attributes);
  for (const node of nodes) if (isSplit(node)) gains[node.test.attribute] += node.gain * node.weight;
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  return total > 0 ? gains.map((gain) => gain / total) : gains;
}

/** The median weight of the leaves that have rows, in whole rows; the lower of two. */
export function rowsPerLeaf({ nodes }: TreeModel): number {
  const weights = nodes.filter((node) => !isSplit(node) && node.weight > 0).map(({ weight }) => weight);
  weights.sort((a, b) => a - b);
  return Math.max(1, Math.round(weights[(weights.length - 1) >> 1] ?? 1));
}
