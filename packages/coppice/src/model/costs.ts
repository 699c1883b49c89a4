/**
 * Misclassification costs and class priors. Counts in a model stay as counted; priors and losses are applied only where
 * counts are read: posteriors, labels and risks.
 */
export interface Costs {
  /** What the weight of each class is multiplied by: its prior over its share of the training weight. */
  readonly factors?: readonly number[];
  /** loss[i][j] is the cost of predicting class j where class i is true; the diagonal is usually 0. */
  readonly loss?: readonly (readonly number[])[];
}

/** Class probabilities from class weights, by Bayes' rule with the priors. */
export function posterior(counts: ArrayLike<number>, costs: Costs | undefined): Float64Array {
  const shares = new Float64Array(counts.length);
  putPosterior(shares, 0, counts, 0, counts.length, costs);
  return shares;
}

/** The same for the class weights that begin in `counts` at `from`, written into `to`. */
export function putPosterior(
  to: Float64Array,
  at: number,
  counts: ArrayLike<number>,
  from: number,
  classes: number,
  costs: Costs | undefined,
): void {
  let total = 0;
  for (let k = 0; k < classes; k++) total += to[at + k] = counts[from + k] * (costs?.factors?.[k] ?? 1);
  for (let k = 0; k < classes; k++) to[at + k] /= total;
}

/** Weight × expected loss of predicting `label` for rows with these class weights. Without costs: the misclassified weight. */
export function lossOf(counts: ArrayLike<number>, label: number, costs: Costs | undefined): number {
  let sum = 0;
  for (let k = 0; k < counts.length; k++) {
    const loss = costs?.loss ? costs.loss[k][label] : k === label ? 0 : 1;
    sum += loss * counts[k] * (costs?.factors?.[k] ?? 1);
  }
  return sum;
}

/**
 * The label with the lowest expected loss, the first class on a tie; without costs that is the majority class. Differences
 * within the rounding of fractional weights are ties.
 */
export function labelOf(counts: ArrayLike<number>, costs: Costs | undefined): number {
  if (costs?.loss === undefined) return majorityClass(counts, costs?.factors);
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

/** The label without costs, from the class weights that begin at `at`. */
export function majorityClassAt(counts: Float64Array, at: number, classes: number): number {
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

function majorityClass(counts: ArrayLike<number>, factors: readonly number[] | undefined): number {
  const weight = (k: number) => counts[k] * (factors?.[k] ?? 1);
  let label = 0;
  for (let k = 1; k < counts.length; k++)
    if (weight(k) > weight(label) + 1e-9 * Math.abs(weight(label))) label = k;
  return label;
}
