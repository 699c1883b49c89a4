import { LEAF, type PackedTrees } from "../../../model/packed.js";

/**
 * The Gini impurity or squared error that the tests on each attribute take away in one tree, per unit of the tree's
 * weight. Read off the leaves: their weights and answers say what every node above them holds.
 */
export function impurityDecrease(
  { attribute, threshold, skip, values, width }: PackedTrees,
  attributes: number,
): Float64Array {
  const taken = new Float64Array(attributes);
  // Backwards, a node's left branch is the last that was finished, and its right branch the one before: two heaps of
  // weights and means, the right of two branches making room for both together.
  let weights = new Float64Array(64);
  let means = new Float64Array(64 * width);
  let heap = -1;
  for (let node = attribute.length - 1; node >= 0; node--) {
    if (attribute[node] === LEAF) {
      if (++heap === weights.length) [weights, means] = [twice(weights), twice(means)];
      weights[heap] = threshold[node];
      for (let k = 0; k < width; k++) means[heap * width + k] = values[skip[node] * width + k];
      continue;
    }
    const left = weights[heap];
    const right = weights[--heap];
    const weight = left + right;
    let between = 0;
    for (let k = heap * width; k < (heap + 1) * width; k++) {
      const apart = means[k + width] - means[k];
      between += apart * apart;
      means[k] = (left * means[k + width] + right * means[k]) / weight;
    }
    taken[attribute[node]] += (left * right * between) / weight;
    weights[heap] = weight;
  }
  const total = weights[0];
  return taken.map((sum) => sum / total);
}

function twice(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(2 * numbers.length);
  grown.set(numbers);
  return grown;
}
