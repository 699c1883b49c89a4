/** Probabilities closer than this are a tie, which goes to the lowest class: sums of shares are not exact. */
const TIE = 1e-12;

/** The likeliest class of row `row`. */
export function likeliest(probabilities: Float64Array, row: number, classes: number): number {
  const at = row * classes;
  let best = 0;
  for (let k = 1; k < classes; k++) if (probabilities[at + k] > probabilities[at + best] + TIE) best = k;
  return best;
}

export function labelsOf(probabilities: Float64Array, classes: number): Int32Array {
  const labels = new Int32Array(probabilities.length / classes);
  for (let row = 0; row < labels.length; row++) labels[row] = likeliest(probabilities, row, classes);
  return labels;
}
