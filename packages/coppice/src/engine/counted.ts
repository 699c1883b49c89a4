import { type Problem, problemRows } from "./problem.js";

/** Some of the rows, several times each: weights are what they were times the counts. */
export function counted(problem: Problem, counts: Uint8Array): Problem {
  const rows = countedRows(counts);
  const part = problemRows(problem, rows);
  const weights = new Float64Array(rows.length);
  const totalWeight = countWeights(part.weights, counts, rows, weights);
  return { ...part, weights, totalWeight };
}

function countedRows(counts: Uint8Array): Int32Array {
  const rows = new Int32Array(counts.length);
  let n = 0;
  for (let row = 0; row < counts.length; row++) if (counts[row] > 0) rows[n++] = row;
  return rows.slice(0, n);
}

/** Writes the weights; returns their sum. */
function countWeights(
  given: Float64Array | undefined,
  counts: Uint8Array,
  rows: Int32Array,
  weights: Float64Array,
): number {
  let total = 0;
  for (let i = 0; i < rows.length; i++) {
    weights[i] = (given === undefined ? 1 : given[i]) * counts[rows[i]];
    total += weights[i];
  }
  return total;
}
