import { SEVERAL_LEAVES, type WalkedRows } from "../kernels/drivers/raising.js";
import type { Costs } from "../model/costs.js";
import { leastRisk } from "./combine.js";
import { leafClasses } from "./leafConstants.js";
import type { ClassPrediction } from "./prediction.js";
import type { LeafClasses } from "./treeAnswers.js";

/** Where rows came to in a tree. */
export interface RowsInLeaves {
  /** By row its leaf, if it has no missing value; set for the others here. */
  readonly leaves: Int32Array;
  /** The other rows, and what the tree says of them. */
  readonly gaps: Int32Array;
  readonly walked: WalkedRows;
}

/** What a tree of constant leaves predicts for rows that came to them. */
export function landedAnswers(
  tree: LeafClasses,
  rows: RowsInLeaves,
  loss: Costs["loss"],
): Omit<ClassPrediction, "warnings"> {
  const { leaves, gaps, walked } = rows;
  for (let i = 0; i < gaps.length; i++) leaves[gaps[i]] = Math.max(-1, walked.leaves[i]);
  const answers = leafClasses(tree, leaves);
  const { labels, probabilities } = answers;
  const classes = probabilities.length / labels.length;
  for (let i = 0; i < gaps.length; i++) {
    const leaf = walked.leaves[i];
    if (leaf >= 0) continue;
    const row = gaps[i];
    for (let k = 0; k < classes; k++)
      probabilities[row * classes + k] = walked.probabilities[i * classes + k];
    labels[row] = leaf === SEVERAL_LEAVES ? leastRisk(probabilities, row, classes, loss) : tree.labels[~leaf];
  }
  return answers;
}
