import { attributeKey, Draws, permutation } from "../../base/nodeRandom.js";
import type { NodeToSplit } from "./proposal.js";

/** A test of differences in error needs no more rows: of larger nodes each division takes a random sample of so many. */
export const MOST_COMPARED = 4000;

/**
 * Five random divisions of a node's rows, or of a sample of them, into halves that have the same share of every class, give or
 * take a row.
 */
export function fiveHalvings(node: NodeToSplit): (readonly [NodeToSplit, NodeToSplit])[] {
  return Array.from({ length: 5 }, (_, repeat) => {
    const all = permutation(node.rows.length, new Draws(attributeKey(node.key, repeat)));
    const order = all.subarray(0, MOST_COMPARED);
    const sorted = byClass(node, order);
    const first = sorted.filter((_, i) => i % 2 === 0).sort();
    const second = sorted.filter((_, i) => i % 2 === 1).sort();
    return [partOf(node, first), partOf(node, second)] as const;
  });
}

function byClass({ rows, problem }: NodeToSplit, order: Int32Array): Int32Array {
  const { column } = problem.target;
  if (column.type === "numeric") return order;
  const classOf = (i: number) => column.codes[rows[i]];
  return Int32Array.from(
    [...order].map((i, k) => [classOf(i), k, i]).sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    ([, , i]) => i,
  );
}

function partOf(node: NodeToSplit, at: Int32Array): NodeToSplit {
  return {
    ...node,
    rows: at.map((i) => node.rows[i]),
    weights: Float64Array.from(at, (i) => node.weights[i]),
  };
}
