/**
 * Loss matrix and class priors. Counts in a model stay what was counted; priors and losses
 * come in only where they are read: posteriors, labels and risks.
 */
export interface Costs {
  /** What the weight of each class is multiplied by: its prior over its share of the training weight. */
  readonly factors?: readonly number[];
  /** loss[i][j] is the cost of predicting class j when class i is true; the diagonal is usually 0. */
  readonly loss?: readonly (readonly number[])[];
}

/** Class probabilities from class weights, by Bayes' rule with the priors. */
export function posterior(counts: ArrayLike<number>, costs: Costs | undefined): Float64Array {
  const scaled = Float64Array.from(counts, (count, k) => count * (costs?.factors?.[k] ?? 1));
  const total = scaled.reduce((a, b) => a + b, 0);
  return scaled.map((p) => p / total);
}

/** Weight × expected loss of saying `label` for rows with these class weights. Without costs: the weight it gets wrong. */
export function lossOf(counts: ArrayLike<number>, label: number, costs: Costs | undefined): number {
  let sum = 0;
  for (let k = 0; k < counts.length; k++) {
    const loss = costs?.loss ? costs.loss[k][label] : k === label ? 0 : 1;
    sum += loss * counts[k] * (costs?.factors?.[k] ?? 1);
  }
  return sum;
}

/**
 * The label of least expected loss, the lowest class on a tie; without costs that is the most frequent class. Differences
 * within the rounding of shared rows are ties.
 */
export function labelOf(counts: ArrayLike<number>, costs: Costs | undefined): number {
  if (costs?.loss === undefined) return commonest(counts, costs?.factors);
  let label = 0;
  let least = lossOf(counts, 0, costs);
  for (let k = 1; k < counts.length; k++) {
    const loss = lossOf(counts, k, costs);
    if (loss < least - 1e-9 * Math.abs(least)) {
      label = k;
      least = loss;
    }
  }
  return label;
}

/** The label without costs, from class weights that stand among others. */
export function commonestAt(counts: Float64Array, at: number, classes: number): number {
  let label = 0;
  let most = counts[at];
  for (let k = 1; k < classes; k++) {
    if (counts[at + k] > most + 1e-9 * Math.abs(most)) {
      label = k;
      most = counts[at + k];
    }
  }
  return label;
}

function commonest(counts: ArrayLike<number>, factors: readonly number[] | undefined): number {
  const weight = (k: number) => counts[k] * (factors?.[k] ?? 1);
  let label = 0;
  for (let k = 1; k < counts.length; k++)
    if (weight(k) > weight(label) + 1e-9 * Math.abs(weight(label))) label = k;
  return label;
}
