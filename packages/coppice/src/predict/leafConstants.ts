import type { Answers, ClassPrediction } from "./prediction.js";
import type { LeafClasses } from "./treeAnswers.js";

/** Loops of their own, small enough that the host compiles them at once. Rows without a leaf (-1) get zeros. */

/** Label and class probabilities of the leaf of each row. */
export function leafClasses(
  { labels, probabilities }: LeafClasses,
  leaves: Int32Array,
): Omit<ClassPrediction, "warnings"> {
  const classes = probabilities.length / labels.length;
  return {
    kind: "classification",
    labels: labelsAt(labels, leaves),
    probabilities: classes === 2 ? pairsAt(probabilities, leaves) : listsAt(probabilities, leaves, classes),
  };
}

export function leafValues(values: Float64Array, leaves: Int32Array): Answers {
  const out = new Float64Array(leaves.length);
  for (let row = 0; row < out.length; row++) if (leaves[row] >= 0) out[row] = values[leaves[row]];
  return { kind: "regression", values: out };
}

function labelsAt(labels: Int32Array, leaves: Int32Array): Int32Array {
  const out = new Int32Array(leaves.length);
  for (let row = 0; row < out.length; row++) if (leaves[row] >= 0) out[row] = labels[leaves[row]];
  return out;
}

function pairsAt(pairs: Float64Array, leaves: Int32Array): Float64Array {
  const out = new Float64Array(2 * leaves.length);
  for (let row = 0; row < leaves.length; row++) {
    const leaf = leaves[row];
    if (leaf < 0) continue;
    out[2 * row] = pairs[2 * leaf];
    out[2 * row + 1] = pairs[2 * leaf + 1];
  }
  return out;
}

function listsAt(lists: Float64Array, leaves: Int32Array, length: number): Float64Array {
  const out = new Float64Array(length * leaves.length);
  for (let row = 0; row < leaves.length; row++) {
    const leaf = leaves[row];
    if (leaf < 0) continue;
    for (let k = 0; k < length; k++) out[length * row + k] = lists[length * leaf + k];
  }
  return out;
}
