import { byKernel } from "./byKernel.js";
import type { TreeTraversal } from "./treeTraversal.js";

/** For rows whose sums of scores are known, one column per output, as boosting has them when it ends: no tree is walked. */
export function byScores(scores: readonly Float64Array[]): TreeTraversal {
  return { ...byKernel, sums: () => () => inRows(scores) };
}

/** The outputs of a row side by side. */
function inRows(scores: readonly Float64Array[]): Float64Array {
  const width = scores.length;
  if (width === 1) return scores[0];
  const sums = new Float64Array(scores[0].length * width);
  scores.forEach((column, output) => {
    for (let row = 0; row < column.length; row++) sums[row * width + output] = column[row];
  });
  return sums;
}
