/** Adds probability 0 for the classes that the model does not know. */
export function widen(probabilities: Float64Array, rows: number, classes: number): Float64Array {
  const known = probabilities.length / rows;
  if (known === classes || rows === 0) return probabilities;
  const wide = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row++) {
    wide.set(probabilities.subarray(row * known, (row + 1) * known), row * classes);
  }
  return wide;
}
