import { LEAF, type PackedTrees } from "../../../model/packed.js";

/**
 * The Gini impurity or squared error that the tests on each attribute take away in one tree, per unit of the tree's
 * weight. Read off the leaves: their weights and answers say what every node above them holds.
 */
export function takenAway(
  { attribute, threshold, skip, values, width }: PackedTrees,
  attributes: number,
): Float64Array {
  const taken = new Float64Array(attributes);
  // Backwards, a node's left branch is the last that was finished, and its right branch the one before.
  const weights: number[] = [];
  const means: Float64Array[] = [];
  for (let node = attribute.length - 1; node >= 0; node--) {
    if (attribute[node] === LEAF) {
      weights.push(threshold[node]);
      means.push(values.subarray(skip[node] * width, (skip[node] + 1) * width));
      continue;
    }
    const left = weights.pop()!;
    const right = weights.pop()!;
    const weight = left + right;
    const leftMean = means.pop()!;
    const rightMean = means.pop()!;
    const mean = new Float64Array(width);
    let between = 0;
    for (let k = 0; k < width; k++) {
      mean[k] = (left * leftMean[k] + right * rightMean[k]) / weight;
      between += (leftMean[k] - rightMean[k]) ** 2;
    }
    taken[attribute[node]] += (left * right * between) / weight;
    weights.push(weight);
    means.push(mean);
  }
  const total = weights[0];
  return taken.map((sum) => sum / total);
}
