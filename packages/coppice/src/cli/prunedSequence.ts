import type { PruningRow } from "../model/tree.js";

/** So many rows are about half a megabyte of JSON, and an answer is to stay below one. */
const MOST = 4000;
/** Of the smallest trees, which are those that people choose from. */
const SMALLEST = 1000;

interface PrunedSequence {
  readonly pruning: readonly PruningRow[];
  /** How many trees the sequence has, if some are left out. */
  readonly pruningTrees?: number;
}

/**
 * The pruning sequence for an answer in JSON: all of it, unless it has thousands of trees. Then the smallest trees, the chosen
 * one, and of the others some at even distances with the largest; a model that is saved has all of them.
 */
export function prunedSequence(
  rows: readonly PruningRow[],
  { nodes, leaves }: { readonly nodes: number; readonly leaves: number },
): PrunedSequence {
  if (rows.length <= MOST) return { pruning: rows };
  const chosen = nodes - leaves;
  const step = (rows.length - SMALLEST) / (MOST - SMALLEST);
  const kept = new Set(Array.from({ length: SMALLEST }, (_, i) => i));
  for (let i = 1; i <= MOST - SMALLEST; i++) kept.add(SMALLEST - 1 + Math.round(i * step));
  const pruning = rows.filter(({ splits }, i) => kept.has(i) || splits === chosen);
  return { pruning, pruningTrees: rows.length };
}
