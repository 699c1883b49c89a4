import type { Problem } from "../../../engine/problem.js";
import { problemRows } from "../../../engine/problem.js";
import type { TreeModel } from "../../../model/tree.js";
import { linearFit } from "../../linear/linearFit.js";
import { smoothed } from "../../linear/smoothed.js";
import type { ValueRows } from "../../linear/terms.js";
import { type ModelLeaf, type ModelTreeOptions, modelLeaves } from "./modelTree.js";
import { coveredRows, type ValueRule } from "./ruleFacts.js";

/** M5Rules (Holmes, Hall and Frank 1999): grows a tree from the remaining rows, makes its largest leaf a rule, and repeats. */
export function* treeRules(
  data: ValueRows,
  grow: (problem: Problem) => TreeModel,
  options: ModelTreeOptions,
): Generator<number, ValueRule[]> {
  const { problem } = data;
  const found: ValueRule[] = [];
  let left = Int32Array.from({ length: problem.rows }, (_, row) => row);
  for (;;) {
    yield 1 - left.length / problem.rows;
    const leaves = modelLeaves(grow(problemRows(problem, Array.from(left))), data, left, options);
    const best = leaves.length > 1 ? widest(data, leaves, options) : undefined;
    if (best === undefined) {
      const [whole] = leaves;
      found.push({ if: [], fit: leaves.length === 1 ? whole.fit : linearFit(data, left, []), rows: left });
      return found;
    }
    found.push(best);
    const taken = new Set(best.rows);
    left = left.filter((row) => !taken.has(row));
    if (left.length === 0) return found;
  }
}

/** The leaf whose conditions cover most weight; undefined where none covers any. */
function widest(
  data: ValueRows,
  leaves: readonly ModelLeaf[],
  { smoothing }: ModelTreeOptions,
): ValueRule | undefined {
  let best: { leaf: ModelLeaf; rows: Int32Array; weight: number } | undefined;
  for (const leaf of leaves) {
    const rows = coveredRows(data, [...leaf.if.values()], leaf.rows);
    const weight = rows.reduce((sum, row) => sum + data.weights[row], 0);
    if (weight > (best?.weight ?? 0)) best = { leaf, rows, weight };
  }
  if (best === undefined) return undefined;
  const { leaf, rows } = best;
  const fit = smoothing ? smoothed(leaf.fit, leaf.above) : leaf.fit;
  return { if: [...leaf.if.values()], fit, rows };
}
